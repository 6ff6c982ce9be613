import type { Preview, StoredFile } from '@clipline/contract/schemas/files.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieHeader, readCookie } from '../core/http/headers.ts';
import type { OwnOrigins } from '../core/http/origins.ts';
import { isKeyed, keyed } from '../core/ids.ts';
import { DAY_SECONDS } from '../core/time.ts';
import type { FileRow } from './files.queries.ts';

const PURPOSES = { file: 'file-link', preview: 'preview-link' } as const;
export type Signed = keyof typeof PURPOSES;
const HOUR_SECONDS = 3600;
/** A download of more may rest, and go on another day. */
const LARGE_BYTES = 100 * 1024 ** 2;

export const ANYONE = 'anyone';
/** Of an address that ends with a grant, and says so also once its file is gone. */
export const GRANT_READER = 'grant.';

export interface SignedQuery {
  readonly for?: string | undefined;
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
}

/** Whatever a file contains, a browser that opens it runs nothing of it. */
export const inert = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

export type FileLinks = ReturnType<typeof fileLinks>;

/** All that are minted within an hour expire together, so that equal reads give equal URLs. */
export function fileLinks(secret: string) {
  /** `reader` is what the access rests on, checked again on each download. */
  function sign(what: Signed, fileId: string, reader: string, size = 0): string {
    const hours = size > LARGE_BYTES ? 2 + 24 : 2;
    const expires = String((Math.floor(Date.now() / 1000 / HOUR_SECONDS) + hours) * HOUR_SECONDS);
    const signature = keyed(secret, PURPOSES[what], fileId, reader, expires);
    return new URLSearchParams({ for: reader, expires, signature }).toString();
  }
  const addressOf = (fileId: string, reader: string, size?: number): string =>
    `/api/files/${fileId}?${sign('file', fileId, reader, size)}`;
  const previewOf = (file: FileRow, reader: string): Preview | null =>
    file.preview_width === null ||
    file.preview_height === null ||
    file.preview_turns > 0 ||
    file.is_unseen === 1
      ? null
      : {
          url: `/api/files/${file.id}/preview?${sign('preview', file.id, reader)}`,
          width: file.preview_width,
          height: file.preview_height,
        };
  return {
    addressOf,
    previewOf,
    present: (file: FileRow, reader: string): StoredFile => ({
      id: file.id,
      name: file.name,
      size: file.size,
      type: file.media_type,
      url: addressOf(file.id, reader, file.size),
      preview: previewOf(file, reader),
    }),
    isValid(
      fileId: string,
      { for: reader, expires, signature }: SignedQuery,
      what: Signed = 'file',
    ): boolean {
      if (reader === undefined || expires === undefined || signature === undefined) return false;
      return (
        isKeyed(signature, secret, PURPOSES[what], fileId, reader, expires) &&
        Number(expires) * 1000 > Date.now()
      );
    },
  };
}

const COOKIE_PURPOSE = 'browser of a session';
const COOKIE_SECONDS = 90 * DAY_SECONDS;

export type BrowserCookie = ReturnType<typeof browserCookie>;

/** For links to files, which are opened without a bearer token. It ends with its session. */
export function browserCookie(secret: string, { PUBLIC_URL }: OwnOrigins) {
  const secure = PUBLIC_URL.startsWith('https:');
  const name = secure ? '__Host-clipline_files' : 'clipline_files';
  const set = (reply: FastifyReply, value: string, maxAgeSeconds: number) =>
    void reply.header('set-cookie', cookieHeader(name, value, { secure, maxAgeSeconds }));
  return {
    give: (reply: FastifyReply, sessionId: string) =>
      set(reply, `${sessionId}.${keyed(secret, COOKIE_PURPOSE, sessionId)}`, COOKIE_SECONDS),
    take: (reply: FastifyReply) => set(reply, '', 0),
    sessionOf({ headers }: FastifyRequest): string | undefined {
      const [sessionId = '', key = ''] = readCookie(headers.cookie, name)?.split('.') ?? [];
      return isKeyed(key, secret, COOKIE_PURPOSE, sessionId) ? sessionId : undefined;
    },
  };
}
