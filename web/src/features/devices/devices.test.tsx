import type { SentClip } from '@clipline/contract/schemas/devices.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { handle, replies, sent } from '../../testing/fake-server.ts';
import { connected, tell } from '../../testing/fake-socket.ts';
import { news, says, show } from '../../testing/show.tsx';
import { clip, THEN } from '../../testing/things.ts';

const FROM = { id: 'd2', name: 'MacBook' };
const TRAIN = clip('c1', { content: 'Train 14:32' });
const inInbox = (id: string, change: Partial<SentClip> = {}): SentClip => ({
  id,
  from: FROM,
  clip: TRAIN,
  at: THEN,
  ...change,
});
const sheet = (name: string) => page.getByRole('complementary', { name });
const seen = () => sent('POST /devices/inbox/{id}/seen').map(({ params }) => params.id);

async function showLinks(inbox: SentClip[] = []): Promise<void> {
  replies({
    'GET /links': { links: [], total: 0 },
    'GET /devices/inbox': inbox,
    'POST /devices/inbox/{id}/seen': undefined,
  });
  await show('/links');
  await connected();
  // It listens, and has asked for what came before.
  await expect.poll(() => sent('GET /devices/inbox').length).toBe(1);
}

test('one press copies what was sent, and this device has seen it', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await showLinks();
  // What is read from now on has it, until it is seen.
  handle('GET /devices/inbox', () => (seen().length > 0 ? [] : [inInbox('s1')]));
  tell('device:received', { id: 's1', from: FROM, clip: TRAIN });
  const shown = sheet('MacBook sent you a clip');
  await says(shown, 'Train 14:32');
  await shown.getByRole('button', { name: 'Copy' }).click();
  await says(news(), 'Content copied to clipboard');
  expect(write).toHaveBeenCalledWith('Train 14:32');
  await expect.poll(seen).toEqual(['s1']);
  await expect.element(shown).not.toBeInTheDocument();
});

test('it is read out by a region that was there before', async () => {
  await showLinks();
  const regions = () => [...document.querySelectorAll('[role=status]')];
  await expect.poll(() => regions().length).toBeGreaterThan(1);
  const before = regions();
  replies({ 'GET /devices/inbox': [inInbox('s1')] });
  tell('device:received', { id: 's1', from: FROM, clip: TRAIN });
  await expect.element(sheet('MacBook sent you a clip')).toBeInTheDocument();
  const reading = regions().filter(({ textContent }) => textContent.includes('sent you a clip'));
  expect(reading).toHaveLength(1);
  expect(before).toContain(reading[0]);
});

test('what could not be copied stays', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await showLinks([inInbox('s1')]);
  await sheet('MacBook sent you a clip').getByRole('button', { name: 'Copy' }).click();
  await says(news(), 'Failed to copy');
  await expect.element(sheet('MacBook sent you a clip')).toBeInTheDocument();
  expect(seen()).toEqual([]);
});

test('several stand in a list; one that was deleted says so, and is done with', async () => {
  await showLinks([inInbox('s1'), inInbox('s2', { clip: null })]);
  const shown = sheet('MacBook sent you 2 clips');
  await says(shown, 'Train 14:32');
  await says(shown, 'This clip was deleted.');
  await userEvent.keyboard('{Escape}');
  await expect.element(shown).not.toBeInTheDocument();
  // The other stays in the inbox: it comes along with the next.
  await expect.poll(seen).toEqual(['s2']);
  tell('device:received', { id: 's3', from: { id: 'd3', name: 'iPad' }, clip: clip('c3') });
  await says(sheet('2 clips were sent to you'), 'Text of c3');
});

test('seen on another tab it goes here too', async () => {
  await showLinks([inInbox('s1')]);
  await expect.element(sheet('MacBook sent you a clip')).toBeInTheDocument();
  tell('device:seen', { id: 's1' });
  await expect.element(sheet('MacBook sent you a clip')).not.toBeInTheDocument();
});
