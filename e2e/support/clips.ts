import { callsOf, formWith } from './calls.ts';
import type { Product } from './product.ts';

export interface SeededClip {
  readonly id: string;
  readonly version: number;
}

/** What a story needs to be there before it begins, made through the API as one person. */
export function clipsOf(product: Product, accessToken: string) {
  const call = callsOf(product, '/clipboard', accessToken);
  return {
    save: (content: string) => call<SeededClip>('POST', '', { content }),
    change: (id: string, content: string) => call<SeededClip>('PUT', `/${id}`, { content }),
    favorite: (id: string) => call<SeededClip>('POST', `/${id}/favorite`),
    attach: (id: string, ...file: Parameters<typeof formWith>) =>
      call<SeededClip>('POST', `/${id}/files`, formWith(...file)),
  };
}

/** A picture that decodes. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
