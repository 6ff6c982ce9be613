import { m } from '../paraglide/messages.js';
import type { ContentFile } from './content.ts';

/** What the server sends under its own type, so that a browser plays it. */
export const isSound = (type: string): boolean =>
  /^audio\/(mpeg|mp4|ogg|wav|flac|webm|3gpp)$/.test(type);
export const isFilm = (type: string): boolean => /^video\/(mp4|webm|quicktime|3gpp)$/.test(type);

const READABLE_BYTES = 256 * 1024;
const TEXT_TYPE = /^text\/|^application\/(.+\+)?(json|xml|javascript|yaml|toml|sql|x-sh)\b/;
const TEXT_NAME =
  /\.(txt|md|csv|tsv|log|json|ya?ml|toml|ini|conf|env|xml|html?|css|[cm]?[jt]sx?|py|rb|rs|go|c|h|cpp|java|kt|swift|php|sh|sql|diff|patch|srt|vtt)$/i;

/** A text short enough to show its beginning. */
export const isReadable = ({ name, type, size }: ContentFile): boolean =>
  size > 0 && size <= READABLE_BYTES && (TEXT_TYPE.test(type) || TEXT_NAME.test(name));

/** 'PDF', 'JPEG': what people call it; empty where they have no name for it. */
export function endingOf({ name, type }: ContentFile): string {
  const known = /\/([a-z\d]{2,4})$/.exec(type)?.[1];
  const ending = /\.([a-z\d]{1,5})$/i.exec(name)?.[1];
  return (ending ?? known ?? '').toUpperCase();
}

export const shortKind = (file: ContentFile): string => endingOf(file) || m.ui_kind_file();
