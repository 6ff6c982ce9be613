import { ProductError } from '@clipline/contract/errors.ts';
import { UPLOAD_PART_BYTES } from '@clipline/contract/limits.ts';
import type { Upload } from '@clipline/contract/schemas/uploads.ts';
import type { Scope } from '@clipline/contract/scopes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { hasScope } from '../core/http/current-user.ts';
import { Queue } from '../core/queue.ts';
import { isoTime } from '../core/time.ts';
import { PARTS_AT_A_TIME } from './uploads.limits.ts';
import { findUpload, listParts } from './uploads.queries.ts';
import type { UploadTable } from './uploads.tables.ts';

declare module '../core/app.ts' {
  interface App {
    readonly uploads: Uploads;
  }
}

/** What of a request says that it goes on with an upload, beside its user. */
export type CallerOf = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string | undefined>;

export interface Uploads {
  /** A module by whose secrets others add files puts its own here. */
  readonly callers: CallerOf[];
  /** One after the other of each storage, or all of many at once would find the same room. */
  readonly beginnings: Queue;
  readonly beginPart: ReturnType<typeof countParts>;
}

export const openUploads = (): Uploads => ({
  callers: [],
  beginnings: new Queue({ running: Infinity, runningEach: 1, retryAfterSeconds: 1 }),
  beginPart: countParts(),
});

const RETRY_AFTER_SECONDS = 1;

function countParts() {
  const underWay = new Set<string>();
  const counts = new Map<string, number>();
  const count = (key: string, by: 1 | -1) => {
    const now = (counts.get(key) ?? 0) + by;
    if (now > 0) counts.set(key, now);
    else counts.delete(key);
  };
  /** Throws UPLOAD_BUSY and TOO_MANY_REQUESTS. Returns what ends it. */
  return ({ id, caller }: UploadTable, number: number): (() => void) => {
    const part = `${id} ${number}`;
    if (underWay.has(part)) throw new ProductError('UPLOAD_BUSY');
    const isOver =
      (counts.get(id) ?? 0) >= PARTS_AT_A_TIME.ofUpload ||
      (counts.get(caller) ?? 0) >= PARTS_AT_A_TIME.ofCaller;
    if (isOver) throw new ProductError('TOO_MANY_REQUESTS', {}, RETRY_AFTER_SECONDS);
    const all = (by: 1 | -1) => [id, caller].forEach((key) => count(key, by));
    underWay.add(part);
    all(1);
    return () => {
      underWay.delete(part);
      all(-1);
    };
  };
}

export const callerOfUser = (userId: string): string => `user ${userId}`;
export const callerOfDesktop = (desktopId: string): string => `desktop ${desktopId}`;

export const scopeOfPlace: Readonly<Record<UploadTable['place_kind'], Scope>> = {
  clip: 'clips:write',
  room: 'rooms:write',
  desktop: 'desktop',
  link: 'links',
  sealed: 'links',
};

/** The user of a request, with a session or a program that may add a file anywhere. */
function userOf({ call: { user } }: FastifyRequest): string | undefined {
  const mayAdd = Object.values(scopeOfPlace).some((scope) => hasScope(user, scope));
  return user && mayAdd ? callerOfUser(user.id) : undefined;
}

/** Throws UPLOAD_NOT_FOUND, also to who owns the storage where another must have begun it. */
export async function requireUpload(
  { db, uploads }: App,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  as: 'caller' | 'owner' = 'caller',
): Promise<UploadTable> {
  const upload = await findUpload(db, id, Date.now());
  const user = userOf(request);
  const isMine =
    upload &&
    (upload.caller === user ||
      (as === 'owner' && upload.owner_id !== null && callerOfUser(upload.owner_id) === user) ||
      (await Promise.all(uploads.callers.map((of) => of(request, reply)))).includes(upload.caller));
  if (!isMine) throw new ProductError('UPLOAD_NOT_FOUND');
  return upload;
}

export const countOfParts = ({ size }: Pick<UploadTable, 'size'>): number =>
  Math.ceil(size / UPLOAD_PART_BYTES);

export const presentHead = (upload: UploadTable): Omit<Upload, 'parts'> => ({
  id: upload.id,
  name: upload.name,
  size: upload.size,
  type: upload.media_type,
  place: { kind: upload.place_kind, id: upload.place_id },
  partBytes: UPLOAD_PART_BYTES,
  received: upload.received,
  createdAt: isoTime(upload.created_at),
  expiresAt: isoTime(upload.expires_at),
});

export async function presentUpload(db: Db, upload: UploadTable): Promise<Upload> {
  const there = new Map((await listParts(db, upload.id)).map((each) => [each.number, each.sha256]));
  const parts = Array.from({ length: countOfParts(upload) }, (_, at) => there.get(at) ?? null);
  return { ...presentHead(upload), parts };
}
