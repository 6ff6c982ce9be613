import type { Product } from './product.ts';

export interface SeededClip {
  readonly id: string;
  readonly version: number;
}

/** What a story needs to be there before it begins, made through the API as one person. */
export function clipsOf(product: Product, accessToken: string) {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<SeededClip> => {
    const response = await fetch(`${product.url}/api/clipboard${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body !== undefined &&
          !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as SeededClip;
  };
  return {
    save: (content: string) => call('POST', '', { content }),
    change: (id: string, content: string) => call('PUT', `/${id}`, { content }),
    favorite: (id: string) => call('POST', `/${id}/favorite`),
    attach(id: string, name: string, type: string, bytes: Uint8Array<ArrayBuffer> | string) {
      const form = new FormData();
      form.append('file', new File([bytes], name, { type }));
      return call('POST', `/${id}/files`, form);
    },
  };
}

/** A picture that decodes. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
