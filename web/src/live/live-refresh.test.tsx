import { ProductError } from '@clipline/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { handle, later, refuse, replies, sent } from '../testing/fake-server.ts';
import { connected, cutConnections, takeConnections, tell } from '../testing/fake-socket.ts';
import { main, says, show } from '../testing/show.tsx';
import { clip } from '../testing/things.ts';

const list = (...texts: string[]) => ({
  clips: texts.map((content, at) => clip(`c${at}`, { content })),
  total: texts.length,
});
const changed = (clipId: string) =>
  tell('clip-update', { clipId, change: 'updated', version: 2, via: null });
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

const stats = { totalClips: 1, textClips: 1, favoriteClips: 0, activeRooms: 0 };

test('what is still being read when the connection stands is read again after it', async () => {
  const slow = later<ReturnType<typeof list>>();
  replies({ 'GET /clipboard/stats': stats });
  handle('GET /clipboard/history', () => (reads() === 1 ? slow.reply : list('Bread')));
  await show('/dashboard', { connects: false });
  await expect.poll(reads).toBe(1);
  await connect();
  slow.give(list('Milk'));
  await says(main(), 'Bread');
});

test('a list that could not be read is read again when the connection stands', async () => {
  replies({
    'GET /clipboard/history': refuse(new ProductError('CLIP_NOT_FOUND')),
    'GET /clipboard/stats': stats,
  });
  await show('/dashboard', { connects: false });
  await expect.poll(reads).toBe(1);
  await page.getByRole('button', { name: 'Try again' }).first().findElement();
  replies({ 'GET /clipboard/history': list('Bread') });
  await connect();
  await says(main(), 'Bread');
});

test('much news in a row is one read', async () => {
  await open();
  replies({ 'GET /clipboard/history': list('Bread') });
  for (let at = 0; at < 10; at += 1) changed(`c${at}`);
  await says(main(), 'Bread');
  expect(reads()).toBe(3);
});

test('news that comes while a list is read again lets it arrive, and reads once more', async () => {
  const counts = () => sent('GET /clipboard/stats').length;
  replies({ 'GET /clipboard/stats': stats });
  await show('/dashboard', { connects: false });
  await says(main(), 'Milk');
  const first = later<ReturnType<typeof list>>();
  const second = later<ReturnType<typeof list>>();
  handle('GET /clipboard/history', () => (reads() === 2 ? first.reply : second.reply));
  await connect();
  // At first, and with the connection.
  await expect.poll(counts).toBe(2);
  for (let at = 1; at <= 3; at += 1) {
    changed('c0');
    // What is read quickly tells that the news has arrived.
    await expect.poll(counts).toBe(2 + at);
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

test('who comes back to a list sees it at once, and then what happened meanwhile', async () => {
  replies({ 'GET /clipboard/stats': stats, 'GET /rooms': [] });
  await show('/dashboard');
  await says(main(), 'Milk');
  await connected();
  await page.viewport(1280, 800);
  await page.getByRole('link', { name: 'Rooms' }).first().click();
  await says(main(), 'No rooms found.');
  const slow = later<ReturnType<typeof list>>();
  handle('GET /clipboard/history', () => slow.reply);
  // Nobody listens for it there.
  changed('c0');
  await page.getByRole('link', { name: 'Clipboards' }).first().click();
  await says(main(), 'Milk');
  slow.give(list('Bread'));
  await says(main(), 'Bread');
});
