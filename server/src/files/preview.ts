/** What a preview is, to the process that draws it and to the server that asks for it. */
export const MAX_PREVIEW_SIDE = 640;
export const MAX_PREVIEW_PIXELS = 50_000_000;
export const PREVIEW_QUALITY = 75;
export const PREVIEW_TYPE = 'image/webp';

export interface Picture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}
