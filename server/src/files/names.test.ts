import { create, parse } from 'content-disposition';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manyCases } from '../../testing/cases.ts';
import { deliveredType, mediaTypeOf, namer, safeName, strangersName } from './names.ts';

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

test.each([
  [
    'a number goes in front of the ending',
    ['a.txt', 'A.TXT', 'a (2).txt', 'a.txt'],
    ['a.txt', 'A (2).TXT', 'a (2) (2).txt', 'a (3).txt'],
  ],
  ['what has no ending', ['.env', '.env', 'x', 'x'], ['.env', '.env (2)', 'x', 'x (2)']],
  [
    'a long name',
    Array(2).fill(`${'ä'.repeat(124)}.pdf`),
    [`${'ä'.repeat(124)}.pdf`, `${'ä'.repeat(123)} (2).pdf`],
  ],
  [
    'an emoji of many parts',
    Array(2).fill(`${'👩‍👩‍👧'.repeat(13)}.${'p'.repeat(18)}`),
    [`${'👩‍👩‍👧'.repeat(13)}.${'p'.repeat(18)}`, `${'👩‍👩‍👧'.repeat(12)} (2).${'p'.repeat(18)}`],
  ],
  [
    'a long ending',
    Array(2).fill(`a.${'b'.repeat(253)}`),
    [`a.${'b'.repeat(253)}`, `a (2).${'b'.repeat(249)}`],
  ],
  [
    'what is equal once it is cut',
    ['ab', 'ac'].map((end) => 'x'.repeat(300) + end),
    ['x'.repeat(255), `${'x'.repeat(251)} (2)`],
  ],
])('%s: each of an archive has a name of its own', (_what, names, kept) => {
  expect(names.map(namer())).toEqual(kept);
});

test('equal names without end take no time to speak of, each has 255 bytes at most', () => {
  const nameOf = namer();
  const names = Array.from({ length: 20_000 }, () => nameOf(`${'n'.repeat(251)}.txt`));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
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
      const uniqueName = namer();
      const [first, second] = [uniqueName(name), uniqueName(name)];
      expect([first, safeName(second)]).toEqual([name, second]);
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

const bytes = (hex: string, text = '') =>
  Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(text)]);
const ftyp = (brands: string) => bytes('00000020', `ftyp${brands}`);
const mp3Frame = bytes('fffb9064000000');
const webm = bytes('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104');
const matroska = bytes('1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b61');

test.each([
  ['PNG', png, 'text/html', 'image/png'],
  ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), undefined, 'image/jpeg'],
  ['GIF', Buffer.from('GIF89a\x01\0<script>'), 'text/html', 'image/gif'],
  ['WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), 'image/png', 'image/webp'],
  ['AVIF', avif, undefined, 'image/avif'],
  ['AVIF among the compatible brands', heicWithAvif, undefined, 'image/avif'],
  ['MP3 with tags', bytes('', 'ID3\x04'), undefined, 'audio/mpeg'],
  ['MP3', mp3Frame, 'audio/mp3', 'audio/mpeg'],
  ['AAC', bytes('fff15080'), 'audio/aac', 'audio/aac'],
  ['text in UTF-16', bytes('fffe68006900'), 'text/plain', 'text/plain'],
  ['M4A', ftyp('M4A \0\0\0\0M4A mp42isom'), 'audio/x-m4a', 'audio/mp4'],
  ['Ogg', bytes('', 'OggS\0'), 'application/ogg', 'audio/ogg'],
  ['WAV', bytes('', 'RIFF\x10\0\0\0WAVEfmt '), 'audio/x-wav', 'audio/wav'],
  ['FLAC', bytes('', 'fLaC\0'), undefined, 'audio/flac'],
  ['MP4', ftyp('isom\0\0\x02\0isomiso2avc1mp41'), 'text/html', 'video/mp4'],
  ['HEIC', ftyp('heic\0\0\0\0mif1heic'), 'image/heic', 'image/heic'],
  ['QuickTime', ftyp('qt  \0\0\0\0qt  '), 'text/html', 'video/quicktime'],
  ['3GP', ftyp('3gp5\0\0\x02\0isom3gp5'), undefined, 'video/3gpp'],
  ['WebM', webm, undefined, 'video/webm'],
  ['Matroska', matroska, 'video/x-matroska', 'video/x-matroska'],
  ['HTML declared as a film', Buffer.from('<html>'), 'video/mp4', 'text/plain'],
  ['HTML declared as PNG', Buffer.from('<html>'), 'image/png', 'text/plain'],
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
  ['an empty file', Buffer.alloc(0), 'image/gif', 'text/plain'],
  ['a cut head', png.subarray(0, 7), 'image/png', 'application/octet-stream'],
])('%s', (_, head, declared, kept) => {
  expect(mediaTypeOf(head, declared)).toBe(kept);
});

test.each(['ID3', 'GIF89a', 'fLaC', 'OggS', 'RIFF    WAVE', 'RIFF    WEBP', '    ftypisom'])(
  'what begins with %j and can be printed is a text',
  (first) => {
    const text = (rest: string) => Buffer.from(first + rest);
    for (const declared of ['audio/mpeg', 'image/gif', 'video/mp4', 'audio/3gpp'])
      expect(mediaTypeOf(text(' – and\tso\r\n\f\x1b[0m on'), declared)).toBe('text/plain');
    expect(mediaTypeOf(text(' in a log'), 'text/x-log')).toBe('text/x-log');
    expect(deliveredType('audio/mpeg', text(''))).toBe('application/octet-stream');
    const told = mediaTypeOf(text('\0'), undefined);
    for (const other of ['\x7f', '\x85', '\x08'])
      expect(mediaTypeOf(text(other), undefined)).toBe(told);
    expect(mediaTypeOf(Buffer.concat([text(''), Buffer.from('c3', 'hex')]), undefined)).toBe(told);
  },
);

test('the last character of the first 4 KiB may be cut', () => {
  const full = (end: string) =>
    Buffer.concat([Buffer.from('ID3'.padEnd(4096 - end.length / 2)), Buffer.from(end, 'hex')]);
  expect(mediaTypeOf(full('f09f98'), undefined)).toBe('application/octet-stream');
  expect(mediaTypeOf(full('f0ff98'), undefined)).toBe('audio/mpeg');
});

test.each([
  ['video/mp4', ftyp('mp42\0\0\0\0isommp42'), 'audio/mp4'],
  ['video/quicktime', ftyp('qt  '), 'audio/mp4'],
  ['video/3gpp', ftyp('3gp4'), 'audio/3gpp'],
  ['video/webm', webm, 'audio/webm'],
])('%s without a picture is a sound, and delivered as such', (film, head, sound) => {
  expect(mediaTypeOf(head, film, false)).toBe(sound);
  expect([deliveredType(sound, head), deliveredType(film, head)]).toEqual([sound, film]);
  expect(deliveredType('audio/ogg', head)).toBe(film);
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

test('a sound is delivered by its bytes, whatever was declared', () => {
  expect(deliveredType('audio/x-mp3', mp3Frame)).toBe('audio/mpeg');
  expect(deliveredType('audio/mpeg', Buffer.from('<html>'))).toBe('application/octet-stream');
  expect(deliveredType('audio/mpeg')).toBe('application/octet-stream');
});

test('a safe image is delivered as what it is', () => {
  expect(deliveredType('image/png')).toBe('image/png');
});
