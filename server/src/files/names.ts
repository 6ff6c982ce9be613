import { normalForm } from '@clipline/contract/normal-form.ts';
import { HEAD_BYTES } from '../core/storage/object-storage.ts';

const MAX_NAME_BYTES = 255;
const MAX_EXTENSION_BYTES = 32;
const FALLBACK = 'file';

/**
 * Control characters, line separators, and marks that turn the reading direction so that `exe.txt`
 * looks like `txt.exe`.
 */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Windows opens a device instead of a file for these, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

const bytes = (text: string) => Buffer.byteLength(text);

/** The longest beginning of whole characters that fits; an emoji is not cut into its parts. */
function beginning(text: string, maxBytes: number): string {
  let kept = '';
  let size = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += bytes(segment);
    if (size > maxBytes) break;
    kept += segment;
  }
  return kept;
}

/**
 * Windows drops dots and spaces at the end, so that `con.` would be `con` again. Looked at from the
 * end: a regular expression would begin anew at each of many that stand within a name.
 */
function withoutDots(name: string): string {
  let end = name.length;
  while (end > 0 && /[.\s]/.test(name[end - 1] as string)) end--;
  return name.slice(0, end);
}

/** With the number in front of the ending; the ending is cut, too, where it is too long itself. */
function shorten(name: string, number = ''): string {
  const dot = name.lastIndexOf('.');
  const at = dot > 0 ? dot : name.length;
  const ending = name.slice(at);
  const room = MAX_NAME_BYTES - bytes(number);
  if (bytes(name) <= room) return name.slice(0, at) + number + ending;
  const kept = room - Math.min(bytes(ending), MAX_EXTENSION_BYTES);
  const stem = beginning(name.slice(0, at), kept).trimEnd() || FALLBACK;
  return withoutDots(stem + number + beginning(ending, room - bytes(stem)));
}

export function safeName(sent: string): string {
  const base =
    sent
      .toWellFormed()
      .split(/[/\\]/)
      .findLast((each) => each.replace(INVISIBLE, '').trim() !== '') ?? '';
  const visible = normalForm(base.replace(INVISIBLE, ''), 'NFC').replaceAll(':', '-');
  const trimmed = withoutDots(visible.trim());
  const named = DEVICE.test(trimmed) ? `_${trimmed}` : trimmed;
  return withoutDots(shorten(named)) || FALLBACK;
}

/** What comes through a link is no file of settings. */
export const strangersName = (sent: string): string =>
  safeName(safeName(sent).replace(/^[.\s]+/, ''));

/** Gives each name once: of equal ones, whatever their case, the later are numbered. */
export function namer() {
  const taken = new Set<string>();
  const reached = new Map<string, number>();
  return (name: string): string => {
    const equal = name.toLowerCase();
    for (let number = reached.get(equal) ?? 1; ; number++) {
      const candidate = shorten(name, number === 1 ? '' : ` (${number})`);
      const key = candidate.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      reached.set(equal, number + 1);
      return candidate;
    }
  };
}

export const OPAQUE_TYPE = 'application/octet-stream';
const TEXT_TYPE = 'text/plain';

const CONTROL = /[^\P{Cc}\t\n\f\r]/u;
/** Colours of terminals begin with it. */
const ESCAPE = '\u001b';

/** What can be printed is a text, whatever its first letters. */
function isText(head: Uint8Array): boolean {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    // The last character of a full head may be cut.
    const text = decoder.decode(head, { stream: head.length === HEAD_BYTES });
    return !CONTROL.test(text.replaceAll(ESCAPE, ''));
  } catch {
    return false;
  }
}

const startsWith = (head: Uint8Array, text: string, offset = 0) =>
  Buffer.from(head.buffer, head.byteOffset, head.length).toString(
    'latin1',
    offset,
    offset + text.length,
  ) === text;

/** The brands of a file that begins with `ftyp`: its own first, then those it is compatible with. */
const brandsOf = (head: Uint8Array): string[] =>
  startsWith(head, 'ftyp', 4)
    ? [8, 16, 20, 24, 28].map((at) => Buffer.from(head.subarray(at, at + 4)).toString('latin1'))
    : [];

const hasBrand = (head: Uint8Array, brand: RegExp): boolean => brand.test(brandsOf(head)[0] ?? '');

/** The image types that are delivered as what they are, each told by its first bytes alone. */
const images: Record<string, (head: Uint8Array) => boolean> = {
  'image/png': (head) => startsWith(head, '\x89PNG\r\n\x1a\n'),
  'image/jpeg': (head) => startsWith(head, '\xff\xd8\xff'),
  'image/gif': (head) => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a'),
  'image/webp': (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8),
  'image/avif': (head) => brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis'),
};

/** Of MPEG 1 or 2, layer III, with a bit rate and a sampling rate that there are. */
const isMp3Frame = ([first = 0, second = 0, third = 0]: Uint8Array): boolean =>
  first === 0xff &&
  (second & 0xe6) === 0xe2 &&
  (second & 0x18) !== 0x08 &&
  ![0x00, 0xf0].includes(third & 0xf0) &&
  (third & 0x0c) !== 0x0c;

const sounds: Record<string, (head: Uint8Array) => boolean> = {
  'audio/mpeg': (head) => startsWith(head, 'ID3') || isMp3Frame(head),
  'audio/mp4': (head) => hasBrand(head, /^(M4A|M4B|M4P|F4A|F4B) $/),
  'audio/ogg': (head) => startsWith(head, 'OggS'),
  'audio/wav': (head) => startsWith(head, 'RIFF') && startsWith(head, 'WAVE', 8),
  'audio/flac': (head) => startsWith(head, 'fLaC'),
};

/** By its tracks, one of these is a sound. */
const soundOf = {
  'video/mp4': 'audio/mp4',
  'video/quicktime': 'audio/mp4',
  'video/3gpp': 'audio/3gpp',
  'video/webm': 'audio/webm',
} as const;
export type FilmType = keyof typeof soundOf;

const films: Record<FilmType, (head: Uint8Array) => boolean> = {
  'video/mp4': (head) =>
    hasBrand(head, /^(iso[m2-9a-c]|mp4[12v]|mp71|avc1|hvc1|av01|dash|MSNV|M4V[ HP]|F4V |mmp4)$/),
  'video/quicktime': (head) => hasBrand(head, /^qt {2}$/),
  'video/3gpp': (head) => hasBrand(head, /^3g[a-z\d]{2}$/),
  'video/webm': (head) =>
    startsWith(head, '\x1a\x45\xdf\xa3') && Buffer.from(head.subarray(0, 64)).includes('webm'),
};

function typeIn<T extends string>(
  types: Record<T, (head: Uint8Array) => boolean>,
  head: Uint8Array,
): T | undefined {
  return (Object.keys(types) as T[]).find((type) => types[type](head));
}

const WELL_FORMED = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/;

/** Undefined for what is none, or has no picture by its first bytes already. */
export const filmTypeOf = (head: Uint8Array): FilmType | undefined =>
  isText(head) ? undefined : typeIn(films, head);

const isTold = (type: string): boolean =>
  [images, sounds, films].some((types) => Object.hasOwn(types, type)) ||
  Object.values<string>(soundOf).includes(type);

/** What declares itself a safe image without being one is opaque, and a text where it is one. */
export function mediaTypeOf(
  head: Uint8Array,
  declared: string | undefined,
  hasPicture = true,
): string {
  const bare = (declared ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const kept = WELL_FORMED.test(bare) ? bare : OPAQUE_TYPE;
  if (isText(head)) return isTold(kept) ? TEXT_TYPE : kept;
  const film = typeIn(films, head);
  const told = typeIn(images, head) ?? typeIn(sounds, head) ?? film;
  if (told === undefined) return isPicture(kept) ? OPAQUE_TYPE : kept;
  return told === film && !hasPicture ? soundOf[film] : told;
}

export const isPicture = (kept: string): boolean => Object.hasOwn(images, kept);

/** A sound or a film may be kept under a type that was only declared: its bytes are asked. */
export const needsHead = (kept: string): boolean => /^(audio|video)\//.test(kept);

export function deliveredType(kept: string, head?: Uint8Array): string {
  if (isPicture(kept)) return kept;
  if (!head || isText(head)) return OPAQUE_TYPE;
  const film = typeIn(films, head);
  if (film && soundOf[film] === kept) return kept;
  return film ?? typeIn(sounds, head) ?? OPAQUE_TYPE;
}
