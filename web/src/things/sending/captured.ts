import { storage } from '../../lib/storage.ts';

const keyOf = (uploadId: string) => `captured:${uploadId}`;

/** Of which capture an upload is a part: its clip shows once all of them are there. */
export const keepCapturePart = (uploadId: string, part: string): void =>
  storage.set(keyOf(uploadId), part);

export const forgetCapturePart = (uploadId: string): void => storage.remove(keyOf(uploadId));

export function capturePartOf(uploadId: string): { readonly 'x-capture-part'?: string } {
  const part = storage.get(keyOf(uploadId));
  return part === null ? {} : { 'x-capture-part': part };
}
