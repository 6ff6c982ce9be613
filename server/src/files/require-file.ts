import { ProductError } from '@clipline/contract/errors.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import { planTitle } from '../auth/plans.ts';
import { findFileWithContent } from './files.queries.ts';
import { ANYONE, GRANT_READER, type Signed, type SignedQuery } from './links.ts';

export type FoundFile = NonNullable<Awaited<ReturnType<typeof findFileWithContent>>>;

/** What an address of a file says. */
export interface FileAddress {
  readonly fileId: string;
  readonly query: SignedQuery;
}

async function openerOf(
  { db, identifySession, files }: App,
  request: FastifyRequest,
): Promise<string | undefined> {
  if (request.call.user) return request.call.user.id;
  const sessionId = files.browser.sessionOf(request);
  const user = sessionId === undefined ? null : await identifySession(db, sessionId);
  return user?.isRestricted ? undefined : user?.id;
}

/** Where a plan does not share, its person still opens what they have. */
async function checkSharing(app: App, userId: string, request: FastifyRequest): Promise<void> {
  const plan = await app.planOf(app.db, userId);
  if (allowedBy(plan).sharing || (await openerOf(app, request)) === userId) return;
  throw new ProductError('OWNER_CANNOT_SHARE', { plan: planTitle(plan) });
}

/** The one way to the bytes of a file: throws what refuses its reader, at this moment. */
export async function openFile(
  app: App,
  request: FastifyRequest,
  fileId: string,
  reader: string,
): Promise<FoundFile> {
  const file = await findFileWithContent(app.db, fileId);
  const by = file && (await app.files.sharedBy.get(file.holder_kind)?.(file.holder_id, reader));
  if (!file || by === undefined)
    throw new ProductError(
      reader.startsWith(GRANT_READER) ? 'FILE_LINK_INVALID' : 'FILE_NOT_FOUND',
    );
  if (by !== ANYONE) await checkSharing(app, by, request);
  return file;
}

export async function requireFile(
  app: App,
  request: FastifyRequest,
  { fileId, query }: FileAddress,
  what: Signed = 'file',
): Promise<FoundFile> {
  if (!app.files.links.isValid(fileId, query, what)) throw new ProductError('FILE_LINK_INVALID');
  return openFile(app, request, fileId, query.for ?? '');
}
