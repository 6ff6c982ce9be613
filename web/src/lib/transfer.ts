import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';

const UNREAD = /^(style|script|template|title)\b/i;
const LINE_END = /^(br|\/p|\/div|\/li|\/tr|\/pre|\/blockquote|\/h[1-6])\b/i;
/** Longer than the name of any of these elements. */
const NAME_LENGTH = 12;

function endAfter(html: string, end: string | RegExp, from: number): number | undefined {
  if (typeof end === 'string') {
    const at = html.indexOf(end, from);
    return at < 0 ? undefined : at + end.length;
  }
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex : undefined;
}

/** In one go: regular expressions would look through all the rest for each tag without an end. */
export function betweenTags(html: string): string {
  let words = '';
  let at = 0;
  for (;;) {
    const begin = html.indexOf('<', at);
    if (begin < 0) return words + html.slice(at);
    words += html.slice(at, begin);
    const isComment = html.startsWith('<!--', begin);
    const end = endAfter(html, isComment ? '-->' : '>', begin);
    if (end === undefined) return isComment ? words : words + html.slice(begin);
    const tag = html.slice(begin + 1, Math.min(end - 1, begin + NAME_LENGTH));
    if (LINE_END.test(tag)) words += '\n';
    const unread = UNREAD.exec(tag)?.[1];
    const next =
      unread === undefined ? end : endAfter(html, new RegExp(`</${unread}\\s*>`, 'gi'), end);
    if (next === undefined) return words;
    at = next;
  }
}

export type Transferred =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Office programs add a picture of what was copied. */
      readonly picture: File | null;
    }
  | { readonly kind: 'files'; readonly files: readonly File[]; readonly folders: boolean }
  | { readonly kind: 'folders' }
  | { readonly kind: 'nothing' };

export interface Transfer {
  readonly getData: (type: string) => string;
  readonly files: ArrayLike<File>;
  readonly items?: ArrayLike<Pick<DataTransferItem, 'kind' | 'getAsFile' | 'webkitGetAsEntry'>>;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** 'Pasted 2026-11-22 14.03.05.png', by this device's clock. */
export function pastedName(extension: string, now = new Date()): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('.');
  return `Pasted ${day} ${time}.${extension}`;
}

/** What a browser calls a picture that never had a name. */
const NAMELESS = /^image\.(png|jpe?g|gif|bmp|tiff?|webp)$/i;
const renamed = (file: File, name: string) => new File([file], name, { type: file.type });

/** The same picture under two types counts once, as PNG if it can be; it gets a name of its own. */
function named(files: readonly File[]): File[] {
  const nameless = files.filter(({ name }) => NAMELESS.test(name));
  const twice =
    nameless.length > 1 && new Set(nameless.map(({ type }) => type)).size === nameless.length;
  const kept = nameless.find(({ type }) => type === 'image/png') ?? nameless[0];
  return files
    .filter((file) => !twice || file === kept || !nameless.includes(file))
    .map((file) =>
      NAMELESS.test(file.name)
        ? renamed(file, pastedName(file.name.slice(file.name.lastIndexOf('.') + 1)))
        : file,
    );
}

function filesIn(data: Transfer): { files: File[]; folders: boolean } {
  const items = Array.from(data.items ?? []).filter(({ kind }) => kind === 'file');
  // A folder looks like an empty file, but for this.
  const isFolder = (item: (typeof items)[number]) => item.webkitGetAsEntry?.()?.isDirectory;
  if (items.some(isFolder))
    return {
      files: items
        .filter((item) => !isFolder(item))
        .map((item) => item.getAsFile())
        .filter((file) => file !== null),
      folders: true,
    };
  return { files: Array.from(data.files), folders: false };
}

/** Never made into elements, not even apart from the page, whose policy they would offend. */
function textOfHtml(html: string): string {
  const decoder = document.createElement('textarea');
  // The parser takes what stands in there for text, with its references.
  decoder.innerHTML = betweenTags(html.replace(/\s+/g, ' '));
  const lines = decoder.value.split('\n').map((line) => line.trim());
  return lines.join('\n').trim();
}

const fitting = (text: string, picture: File | null): Transferred =>
  new Blob([text]).size <= MAX_TEXT_BYTES
    ? { kind: 'text', text, picture }
    : {
        kind: 'files',
        files: [new File([text], pastedName('txt'), { type: 'text/plain' })],
        folders: false,
      };

/**
 * Text first, even beside a picture or HTML. `filesFirst`: a dragged picture brings its address
 * along.
 */
export function readTransfer(data: Transfer, filesFirst = false): Transferred {
  const { files, folders } = filesIn(data);
  const text = data.getData('text/plain');
  if (text.trim() !== '' && !(filesFirst && files.length > 0)) {
    const picture = named(files).find(({ type }) => type.startsWith('image/'));
    return fitting(text, picture ?? null);
  }
  if (files.length > 0) return { kind: 'files', files: named(files), folders };
  if (folders) return { kind: 'folders' };
  const html = data.getData('text/html');
  const words = html === '' ? '' : textOfHtml(html);
  return words === '' ? { kind: 'nothing' } : fitting(words, null);
}
