import { callsOf, formWith } from './calls.ts';
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
  const call = callsOf(product, '/rooms', accessToken);
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
    upload: (id: string, ...file: Parameters<typeof formWith>) =>
      call<SeededItem>('POST', `/${id}/upload`, formWith(...file)),
  };
}
