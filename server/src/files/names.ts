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

/**
 * The name under which a file is kept and delivered, whatever its sender called it: the base name,
 * NFC, without control, bidi or path characters, usable on every system, 255 bytes at most, never
 * empty.
 */
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

/** A safe name without leading dots, for what comes through a link: it is no file of settings. */
export const strangersName = (sent: string): string =>
  safeName(safeName(sent).replace(/^[.\s]+/, ''));
