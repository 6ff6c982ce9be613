import { kindOfText, LOOKED_AT } from '@clipline/contract/text-kinds.ts';
import { parseUrl } from '@clipline/contract/web-address.ts';

export { easyPart, LONG_TEXT } from '@clipline/contract/text-kinds.ts';
export type ContentKind = 'text' | 'code' | 'link' | 'image' | 'file';

/** The types that the server delivers as images; others would show a broken picture. */
export const isPicture = (type: string | null | undefined): boolean =>
  /^image\/(png|jpe?g|gif|webp|avif)$/i.test(type ?? '');

export interface KindClues {
  readonly content: string;
  readonly fileName: string | null;
  readonly fileType: string | null;
  readonly filePath?: string | null;
}

/**
 * A text says what a thing is, whatever hangs on it. Without one a file has to be there, by path or
 * by name; an image is a file that can be shown.
 */
export function kindOf(thing: KindClues): ContentKind {
  if (thing.content.slice(0, LOOKED_AT).trim() === '' && (thing.filePath || thing.fileName))
    return isPicture(thing.fileType) ? 'image' : 'file';
  return kindOfText(thing.content);
}

/** The address of a web page, where a text is that and nothing else. */
export function addressIn(content: string): string | null {
  const text = content.trim();
  if (text.length > 2000 || !/^https?:\/\/[^\s]+$/i.test(text)) return null;
  return parseUrl(text) ? text : null;
}
