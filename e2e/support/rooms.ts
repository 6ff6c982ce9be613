import type { Product } from './product.ts';

export interface SeededRoom {
  readonly id: string;
  readonly name: string;
  readonly shareToken: string;
}
export interface SeededItem {
  readonly id: string;
  readonly version: number;
}

/** What a story needs to be there before it begins, made through the API as one person. */
export function roomsOf(product: Product, accessToken: string) {
  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const response = await fetch(`${product.url}/api/rooms${path}`, {
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
    return (await response.json()) as T;
  };
  return {
    create: (name: string, isPrivate = false) => call<SeededRoom>('POST', '', { name, isPrivate }),
    open: (id: string) => call<SeededRoom>('GET', `/${id}`),
    invite: (id: string, email: string) =>
      call<{ id: string }>('POST', `/${id}/members`, { email }),
    removeMember: (id: string, memberId: string) => call('DELETE', `/${id}/members/${memberId}`),
    add: (id: string, content: string) => call<SeededItem>('POST', `/${id}/content`, { content }),
    change: (id: string, itemId: string, content: string) =>
      call<SeededItem>('PATCH', `/${id}/content/${itemId}`, { content }),
    remove: (id: string, itemId: string) => call('DELETE', `/${id}/content/${itemId}`),
    upload(id: string, name: string, type: string, bytes: Uint8Array<ArrayBuffer> | string) {
      const form = new FormData();
      form.append('file', new File([bytes], name, { type }));
      return call<SeededItem>('POST', `/${id}/upload`, form);
    },
  };
}
