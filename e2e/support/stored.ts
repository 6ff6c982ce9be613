import { expect } from '@playwright/test';
import { callsOf } from './calls.ts';
import type { Product } from './product.ts';

export interface Stored {
  readonly id: string;
  readonly content: string;
  readonly createdAt: string;
  readonly files: readonly { readonly name: string; readonly type: string; readonly url: string }[];
}

/**
 * The clips that the server has of a person, newest first. A screen shows what is on its way, so this
 * is asked in an `expect.poll`.
 */
export const allStored = (product: Product, accessToken: string): Promise<Stored[]> =>
  callsOf(product, '/clipboard', accessToken)('GET', '/history');

export const storedTexts = async (product: Product, accessToken: string): Promise<string[]> =>
  (await allStored(product, accessToken)).map(({ content }) => content);

/** The newest clip, once it has this text and so many files. */
export async function stored(
  product: Product,
  accessToken: string,
  text: string,
  files = 0,
): Promise<Stored> {
  let newest: Stored | undefined;
  await expect
    .poll(async () => {
      [newest] = await allStored(product, accessToken);
      return [newest?.content, newest?.files.length];
    })
    .toEqual([text, files]);
  return newest!;
}
