import { expect, test } from 'vitest';
import { deliveredType, mediaTypeOf } from './names.ts';

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
