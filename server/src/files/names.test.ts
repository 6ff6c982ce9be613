import { create, parse } from 'content-disposition';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manyCases } from '../../testing/cases.ts';
import { deliveredType, mediaTypeOf, safeName, strangersName } from './names.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\x', 'x'],
  ['C:\\a', 'a'],
  ['C:a', 'C-a'],
  ['a%00.png', 'a%00.png'],
  ['a\0.png', 'a.png'],
  ['.htaccess', '.htaccess'],
  ['con', '_con'],
  ['CON.txt', '_CON.txt'],
  ['con.', '_con'],
  ['console.log', 'console.log'],
  ['LPT1', '_LPT1'],
  ['Привет, мир.txt', 'Привет, мир.txt'],
  ['say "hi".txt', 'say "hi".txt'],
  ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie- x.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['cafe\u0301.txt', 'caf\u00e9.txt'],
  ['lone\ud800.txt', 'lone\ufffd.txt'],
  ['folder/', 'folder'],
  ['a.txt. . ', 'a.txt'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
  ['', 'file'],
  ['..', 'file'],
  ['...', 'file'],
  ['/', 'file'],
  ['\u202e', 'file'],
  ['   ', 'file'],
])('%j is kept as %j', (sent, kept) => {
  expect(safeName(sent)).toBe(kept);
});

test.each([
  ['.gitignore', 'gitignore'],
  ['x/. ..\u200b.curlrc', 'curlrc'],
  ['.con.', '_con'],
  ['. .', 'file'],
  ['a.b', 'a.b'],
])('%j of a stranger is kept as %j', (sent, kept) => {
  expect(strangersName(sent)).toBe(kept);
});

test('a long name keeps its extension and whole characters', () => {
  const name = safeName(`${'😀'.repeat(300)}.jpeg`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(Buffer.byteLength(name)).toBeGreaterThan(245);
  expect(name).toMatch(/^(😀)+\.jpeg$/u);
  expect(safeName(`a.${'b'.repeat(300)}`)).toHaveLength(255);
  expect(safeName('👩‍👩‍👧'.repeat(100)).endsWith('👩‍👩‍👧')).toBe(true);
});

test('dots and blanks without end within a name take no time to speak of', () => {
  for (const unit of ['.', ' ', '. ', '\t'])
    expect(safeName(`a${unit.repeat(400_000)}b${unit.repeat(400_000)}`)).toMatch(/^a/);
});

const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(
      '.',
      ' ',
      '/',
      '\\',
      ':',
      '"',
      '%',
      '\u202e',
      '\0',
      '\n',
      'c',
      'o',
      'n',
      '😀',
      'é',
      'e\u0301',
      '\ud83d',
      '\udc00',
    ),
    maxLength: 300,
  }),
);

test('every name becomes one that is safe everywhere, stays so, and survives its header', () => {
  fc.assert(
    fc.property(anyName, (sent) => {
      const name = safeName(sent);
      expect(name).not.toBe('');
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(
        /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:]|^\.{1,2}$|[. ]$/u,
      );
      expect(name.isWellFormed()).toBe(true);
      expect(name).toBe(name.normalize('NFC'));
      expect(safeName(name)).toBe(name);
      const header = create(name);
      expect(header).toMatch(/^attachment; filename[\x20-\x7e]+$/);
      expect(parse(header).parameters['filename']).toBe(name);
    }),
    manyCases(),
  );
});

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const avif = Buffer.concat([
  Buffer.from('0000001c', 'hex'),
  Buffer.from('ftypavif\0\0\0\0mif1avif'),
]);
const heicWithAvif = Buffer.concat([
  Buffer.from('0000001c', 'hex'),
  Buffer.from('ftypmif1\0\0\0\0miafavif'),
]);

test.each([
  ['PNG', png, 'text/html', 'image/png'],
  ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), undefined, 'image/jpeg'],
  ['GIF', Buffer.from('GIF89a<script>'), 'text/html', 'image/gif'],
  ['WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), 'image/png', 'image/webp'],
  ['AVIF', avif, undefined, 'image/avif'],
  ['AVIF among the compatible brands', heicWithAvif, undefined, 'image/avif'],
  ['HTML declared as PNG', Buffer.from('<html>'), 'image/png', 'application/octet-stream'],
  ['HTML', Buffer.from('<html>'), 'text/html', 'text/html'],
  [
    'SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'image/svg+xml',
    'image/svg+xml',
  ],
  ['a type with parameters', Buffer.from('x'), 'Text/Plain; charset=utf-8', 'text/plain'],
  ['nonsense', Buffer.from('x'), 'text/plain\r\nSet-Cookie: x', 'application/octet-stream'],
  ['an endless type', Buffer.from('x'), `a/${'b'.repeat(1000)}`, 'application/octet-stream'],
  ['nothing declared', Buffer.from('x'), undefined, 'application/octet-stream'],
  ['an empty file', Buffer.alloc(0), 'image/gif', 'application/octet-stream'],
  ['a cut head', png.subarray(0, 7), 'image/png', 'application/octet-stream'],
])('%s', (_, head, declared, kept) => {
  expect(mediaTypeOf(head, declared)).toBe(kept);
});

test.each([
  'text/html',
  'image/svg+xml',
  'application/xhtml+xml',
  'application/pdf',
  'text/javascript',
  'constructor',
  '__proto__',
])('%s is delivered as bytes', (kept) => {
  expect(deliveredType(kept)).toBe('application/octet-stream');
});

test('a safe image is delivered as what it is', () => {
  expect(deliveredType('image/png')).toBe('image/png');
});
