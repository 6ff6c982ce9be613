/**
 * Delivered for everything that is not a safe image by its bytes: no browser runs or renders it.
 */
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

/**
 * The media type that is kept of a file: of a safe image the true one, otherwise what its sender
 * declared, for display only. What declares itself one of those images without being one is opaque.
 */
export function mediaTypeOf(head: Uint8Array, declared: string | undefined): string {
  const image = Object.keys(images).find((type) => images[type]?.(head));
  if (image !== undefined) return image;
  const bare = (declared ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return WELL_FORMED.test(bare) && !Object.hasOwn(images, bare) ? bare : OPAQUE_TYPE;
}

/** The media type a kept one is delivered as. */
export const deliveredType = (kept: string): string =>
  Object.hasOwn(images, kept) ? kept : OPAQUE_TYPE;
