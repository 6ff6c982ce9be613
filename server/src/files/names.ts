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

function shorten(name: string): string {
  if (bytes(name) <= MAX_NAME_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && bytes(name.slice(dot)) <= MAX_EXTENSION_BYTES ? name.slice(dot) : '';
  return (
    beginning(
      extension === '' ? name : name.slice(0, dot),
      MAX_NAME_BYTES - bytes(extension),
    ).trimEnd() + extension
  );
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

export function safeName(sent: string): string {
  const base =
    sent
      .toWellFormed()
      .split(/[/\\]/)
      .findLast((each) => each.replace(INVISIBLE, '').trim() !== '') ?? '';
  const visible = base.replace(INVISIBLE, '').normalize('NFC').replaceAll(':', '-');
  const trimmed = withoutDots(visible.trim());
  const named = DEVICE.test(trimmed) ? `_${trimmed}` : trimmed;
  return withoutDots(shorten(named)) || FALLBACK;
}

/** What comes through a link is no file of settings. */
export const strangersName = (sent: string): string =>
  safeName(safeName(sent).replace(/^[.\s]+/, ''));

const OPAQUE_TYPE = 'application/octet-stream';

const startsWith = (head: Uint8Array, text: string, offset = 0) =>
  Buffer.from(head.buffer, head.byteOffset, head.length).toString(
    'latin1',
    offset,
    offset + text.length,
  ) === text;

const avifBrands = (head: Uint8Array) =>
  [8, 16, 20, 24, 28].some(
    (offset) => startsWith(head, 'avif', offset) || startsWith(head, 'avis', offset),
  );

/** The image types that are delivered as what they are, each told by its first bytes alone. */
const images: Record<string, (head: Uint8Array) => boolean> = {
  'image/png': (head) => startsWith(head, '\x89PNG\r\n\x1a\n'),
  'image/jpeg': (head) => startsWith(head, '\xff\xd8\xff'),
  'image/gif': (head) => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a'),
  'image/webp': (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8),
  'image/avif': (head) => startsWith(head, 'ftyp', 4) && avifBrands(head),
};

const WELL_FORMED = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/;

/** What declares itself a safe image without being one is opaque. */
export function mediaTypeOf(head: Uint8Array, declared: string | undefined): string {
  const image = Object.keys(images).find((type) => images[type]?.(head));
  if (image !== undefined) return image;
  const bare = (declared ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return WELL_FORMED.test(bare) && !Object.hasOwn(images, bare) ? bare : OPAQUE_TYPE;
}

export const deliveredType = (kept: string): string =>
  Object.hasOwn(images, kept) ? kept : OPAQUE_TYPE;
