import { isPicture } from './names.ts';

/** What a preview is, to the process that draws it and to the server that asks for it. */
export const MAX_PREVIEW_SIDE = 640;
export const MAX_PREVIEW_PIXELS = 50_000_000;
export const PREVIEW_QUALITY = 75;
/** Its own, and three of the hourly job where that took too long. */
export const PREVIEW_TURNS = 4;
/** Of a picture. */
const MAX_PREVIEWED_BYTES = 50 * 1024 ** 2;
export const hasPreview = (file: { readonly mediaType: string; readonly size: number }): boolean =>
  isPicture(file.mediaType) && file.size <= MAX_PREVIEWED_BYTES;
export const PREVIEW_TYPE = 'image/webp';

export interface Picture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Refused by the decoder, or not drawn to the end: that may be another time. */
export type Drawn = Picture | 'refused' | 'unfinished';

export interface Task {
  readonly bytes: Uint8Array;
  /** How much work of the processor it may take. */
  readonly mostWorkMs: number;
}
