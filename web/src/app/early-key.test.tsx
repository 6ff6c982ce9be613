import { expect, test, vi } from 'vitest';
import { handle, replies } from '../testing/fake-server.ts';
import { field, main, says, show, typeAtOnce } from '../testing/show.tsx';
import { clip } from '../testing/things.ts';

// Never there: a slow line.
vi.mock('./navigation.tsx', () => new Promise(() => {}));

test('n begins a clip before the navigation is there', async () => {
  replies({ 'GET /clipboard/history': { clips: [], total: 0 } });
  handle('POST /clipboard', () => clip('draft', { content: '' }));
  await show('/clips');
  await says(main(), 'No clips found.');
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }));
  typeAtOnce('Buy bread');
  await expect.element(field('Clip content')).toHaveValue('Buy bread');
});
