import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import type { Preview, StoredFile } from '@clipline/contract/schemas/files.ts';
import { kindOfText, LOOKED_AT } from '@clipline/contract/text-kinds.ts';
import { parseUrl } from '@clipline/contract/web-address.ts';
import { m } from '../paraglide/messages.js';

export interface ContentFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** What a clip, an item of a room and a block of a desktop are, and what waits to be saved. */
export interface Content<F extends ContentFile = StoredFile> {
  readonly id: string;
  readonly content: string;
  readonly files: readonly F[];
}

/** Rooms and desktops have one file at most, and spell it in fields of the item. */
interface WireItem {
  readonly id: string;
  readonly type: 'text' | 'file';
  readonly file_name: string | null;
  readonly file_type: string | null;
  readonly file_size: number | null;
  readonly file_url: string | null;
  /** What was kept by an earlier version of this app has none. */
  readonly file_preview?: Preview | null;
}

export type Item<W extends WireItem> = Omit<W, Exclude<keyof WireItem, 'id'>> & {
  readonly files: readonly StoredFile[];
};

export type Block = Item<DesktopItem>;

export function readItem<W extends WireItem>(wire: W): Item<W> {
  const {
    type,
    file_name: name,
    file_type,
    file_size: size,
    file_url: url,
    file_preview: preview = null,
    ...rest
  } = wire;
  const file = {
    id: wire.id,
    name: name ?? m.files_unnamed(),
    type: file_type ?? '',
    size: size ?? 0,
    url: url ?? '',
    preview,
  };
  return { ...rest, files: type === 'file' ? [file] : [] };
}

export type ContentKind = 'text' | 'code' | 'link' | 'image' | 'file';

/** The types that the server delivers as images; others would show a broken picture. */
export const isPicture = (type: string): boolean =>
  /^image\/(png|jpe?g|gif|webp|avif)$/i.test(type);

/** A text says what a thing is, whatever hangs on it; an image is a file that can be shown. */
export function kindOf({ content, files: [file] }: KindClues): ContentKind {
  if (file && content.slice(0, LOOKED_AT).trim() === '')
    return isPicture(file.type) ? 'image' : 'file';
  return kindOfText(content);
}

interface KindClues {
  readonly content: string;
  readonly files: readonly { readonly type: string }[];
}

export const isCode = (text: string): boolean => kindOfText(text) === 'code';

export const titleOf = ({ content, files }: Omit<Content<ContentFile>, 'id'>): string =>
  content || files.map(({ name }) => name).join(', ');

/** The address of a web page, where a text is that and nothing else. */
export function addressIn(content: string): string | null {
  const text = content.trim();
  if (text.length > 2000 || !/^https?:\/\/[^\s]+$/i.test(text)) return null;
  return parseUrl(text) ? text : null;
}
