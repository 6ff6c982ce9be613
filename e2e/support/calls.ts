import type { Product } from './product.ts';

/** Calls below a path of the API, as one person; a refusal is thrown with its text. */
export const callsOf =
  (product: Product, path: string, accessToken: string) =>
  async <T>(method: string, below: string, body?: unknown): Promise<T> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${product.url}/api${path}${below}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}${below}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };

type Content = Uint8Array<ArrayBuffer> | string;

/** The body of an upload. */
export function formWith(name: string, type: string, content: Content): FormData {
  const form = new FormData();
  form.append('file', new File([content], name, { type }));
  return form;
}
