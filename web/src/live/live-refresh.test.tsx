import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { handle, later, replies, sent } from '../testing/fake-server.ts';
import { connected, cutConnections, takeConnections, tell } from '../testing/fake-socket.ts';
import { main, says, show } from '../testing/show.tsx';
import { clip } from '../testing/things.ts';

const list = (...texts: string[]) => ({
  clips: texts.map((content, at) => clip(`c${at}`, { content })),
  total: texts.length,
});
const changed = (clipId: string) => tell('clip-update', { clipId, change: 'updated', version: 2 });
const reads = () => sent('GET /clipboard/history').length;

beforeEach(() => replies({ 'GET /clipboard/history': list('Milk') }));

const connect = async () => {
  takeConnections();
  window.dispatchEvent(new Event('online'));
  await connected();
};
/** A list that is read, then a connection. */
const open = async () => {
  await show('/clips', { connects: false });
  await says(main(), 'Milk');
  await connect();
  await expect.poll(reads).toBe(2);
};

test('the first connection catches up with what happened since the list was read', async () => {
  await show('/clips', { connects: false });
  await says(main(), 'Milk');
  replies({ 'GET /clipboard/history': list('Bread') });
  await connect();
  await says(main(), 'Bread');
  expect(reads()).toBe(2);
});

test('much news in a row is one read', async () => {
  await open();
  replies({ 'GET /clipboard/history': list('Bread') });
  for (let at = 0; at < 10; at += 1) changed(`c${at}`);
  await says(main(), 'Bread');
  expect(reads()).toBe(3);
});

test('news that comes while a list is read again lets it arrive, and reads once more', async () => {
  const stats = { totalClips: 1, textClips: 1, favoriteClips: 0, activeRooms: 0 };
  const counts = () => sent('GET /clipboard/stats').length;
  replies({ 'GET /clipboard/stats': stats });
  await show('/dashboard', { connects: false });
  await says(main(), 'Milk');
  const first = later<ReturnType<typeof list>>();
  const second = later<ReturnType<typeof list>>();
  handle('GET /clipboard/history', () => (reads() === 2 ? first.reply : second.reply));
  await connect();
  for (let before = counts(), at = 1; at <= 3; at += 1) {
    changed('c0');
    // What is read quickly tells that the news has arrived.
    await expect.poll(counts).toBe(before + at);
  }
  expect(reads()).toBe(2);
  first.give(list('Bread'));
  await says(main(), 'Bread');
  await expect.poll(reads).toBe(3);
  second.give(list('Butter'));
  await says(main(), 'Butter');
  expect(reads()).toBe(3);
});

test('news that comes while a list is read is not lost with its reply', async () => {
  const slow = later<ReturnType<typeof list>>();
  handle('GET /clipboard/history', () => (reads() === 1 ? slow.reply : list('Bread')));
  await show('/clips');
  await connected();
  await expect.poll(reads).toBe(1);
  changed('c1');
  slow.give(list('Milk'));
  await says(main(), 'Bread');
});

test('what happened during a cut is read with the next connection', async () => {
  await open();
  cutConnections();
  replies({ 'GET /clipboard/history': list('Bread') });
  await connect();
  await says(main(), 'Bread');
});

test('a page that is gone reads nothing', async () => {
  replies({ 'GET /rooms': [] });
  await open();
  await page.viewport(1280, 800);
  await page.getByRole('link', { name: 'Rooms' }).first().click();
  await says(main(), 'No rooms found.');
  const before = reads();
  changed('c1');
  replies({ 'GET /rooms': [] });
  tell('room:updated', { roomId: 'r1', change: 'settings' });
  await expect.poll(() => sent('GET /rooms').length).toBeGreaterThan(1);
  expect(reads()).toBe(before);
});
