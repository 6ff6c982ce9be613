import type { Upload } from '@clipline/contract/schemas/uploads.ts';
import { call } from '../../lib/api.ts';
import { grantHeader } from '../../lib/link-grants.ts';

/** Where a file is to be added. */
export type Place =
  | { readonly kind: 'clip' | 'room'; readonly id: string }
  /** `token`: another person's, by their link. */
  | { readonly kind: 'desktop'; readonly token: string | null; readonly desktopId?: string }
  /** What is sent by a drop link, `token`. */
  | {
      readonly kind: 'link';
      readonly id: string;
      readonly token: string;
      readonly grant: string;
    };

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The only person as whom it may go out. */
  readonly as?: string;
  readonly idempotencyKey?: string;
}

/** What lets a caller who is not signed in do it. */
export function headersOf(place: Place): Readonly<Record<string, string>> {
  if (place.kind === 'clip') return { ...grantHeader(place.id) };
  if (place.kind === 'link') return { 'x-link-grant': place.grant };
  return place.kind === 'desktop' && place.token !== null ? { 'x-desktop-token': place.token } : {};
}

/** The same for all that is sent to it, before and after a reload. */
export function nameOf(place: Place): string {
  const of = 'token' in place ? (place.token ?? '') : place.id;
  return `${place.kind}:${of}`;
}

export function begin(
  place: Place,
  { name, size, type }: File,
  options: CallOptions,
): Promise<Upload> {
  const plain = { ...options, needs: ['id', 'parts', 'partBytes'] as const };
  const given = { ...plain, headers: headersOf(place) };
  const body = { name, size, type };
  switch (place.kind) {
    case 'clip':
      return call('POST /clipboard/{id}/uploads', { ...given, params: { id: place.id }, body });
    case 'room':
      return call('POST /rooms/{id}/uploads', { ...plain, params: { id: place.id }, body });
    case 'link':
      return call('POST /link/clips/{id}/uploads', { ...given, params: { id: place.id }, body });
    case 'desktop': {
      const { desktopId } = place;
      const named = desktopId === undefined ? body : { ...body, desktopId };
      return call('POST /virtual-desktop/uploads', { ...given, body: named });
    }
  }
}
