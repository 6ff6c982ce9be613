import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What only the product knows. */
const PRODUCT = new Set([
  'billing',
  'board',
  'burn',
  'capture',
  'clip',
  'desktop',
  'draft',
  'favorite',
  'guest',
  'inbox',
  'invitation',
  'lan',
  'plan',
  'room',
  'stripe',
  'trash',
  'trial',
]);

/** The same words as other programs use them. */
const BORROWED = [
  // Socket.IO's name for a channel.
  /Socket\.IO's rooms/g,
  /\b(socket|adapter)\.rooms\b/g,
  /'(join|leave)-room'/g,
  // PostgreSQL's message.
  /'cached plan must not change result type'/g,
  // Hashes in stores of earlier versions were made with it.
  /'network of a desktop'/g,
  // An ending of names in private networks.
  /\(localhost\|local\|lan\|/g,
];

/**
 * The product's words in names, texts and comments; `ownClip`, `OWN_CLIPS` and `own-clip` alike.
 */
function productWordsIn(source: string): string[] {
  const own = BORROWED.reduce((text, borrowed) => text.replace(borrowed, ''), source);
  const words = own.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.filter((word) => PRODUCT.has(word.toLowerCase().replace(/s$/, '')));
}

const folder = import.meta.dirname;
const sources = globSync('**/*.ts', { cwd: folder }).filter(
  (name) => !/\.test(-\w+)?\./.test(name),
);

test.each(sources)('%s knows no product', (name) => {
  expect(productWordsIn(readFileSync(path.join(folder, name), 'utf8'))).toEqual([]);
});

test('the platform is looked through', () => {
  expect(sources.length).toBeGreaterThan(80);
});

test.each([
  ['  ownClip: (clipId: string) => `own-clip:${clipId}`,', ['Clip', 'clip', 'clip', 'clip']],
  ['  readonly requirePlan: (entitlement: Entitlement) => void;', ['Plan']],
  ["  newDesktops: { points: 600, seconds: 3600, by: 'address' },", ['Desktops']],
  ["export const invitedToRoom = letter('invitedToRoom');", ['Room', 'Room']],
  ['  LAN_MODE: option(', ['LAN']],
  ['/** Written by billing: until Stripe says otherwise. */', ['billing', 'Stripe']],
  ['import { findRoom } from "../rooms.ts"; socket.rooms.size', ['Room', 'rooms']],
])('%j tells of the product', (line, words) => {
  expect(productWordsIn(line)).toEqual(words);
});

test.each([
  "const PERMISSIONS = ['clipboard-read=(self)'];",
  '<title>Clipline API</title>',
  'const language = languageOf(request);',
  'if (!socket.rooms.has(channel)) return;',
])('%j does not', (line) => {
  expect(productWordsIn(line)).toEqual([]);
});
