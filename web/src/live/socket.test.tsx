import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useSocket } from './socket.ts';

function Stray() {
  useSocket();
  return null;
}

test('outside its provider it says what is missing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(render(<Stray />)).rejects.toThrow('must be used within the socket provider');
});
