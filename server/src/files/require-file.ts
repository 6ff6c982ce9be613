import { ProductError } from '@clipline/contract/errors.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import { planTitle } from '../auth/plans.ts';
import { findFileWithContent } from './files.queries.ts';
import { ANYONE, type Signed, type SignedQuery } from './links.ts';

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
  return sessionId === undefined ? undefined : (await identifySession(db, sessionId))?.id;
}

/** Where a plan does not share, its person still opens what they have. */
async function checkSharing(app: App, userId: string, request: FastifyRequest): Promise<void> {
  const plan = await app.planOf(app.db, userId);
  if (allowedBy(plan).sharing || (await openerOf(app, request)) === userId) return;
  throw new ProductError('OWNER_CANNOT_SHARE', { plan: planTitle(plan) });
}

/** The one way to the bytes of a file: throws what refuses its address, at this moment. */
export async function requireFile(
  app: App,
  request: FastifyRequest,
  { fileId, query }: FileAddress,
  what: Signed = 'file',
): Promise<FoundFile> {
  const { files } = app;
  if (!files.links.isValid(fileId, query, what)) throw new ProductError('FILE_LINK_INVALID');
  const file = await findFileWithContent(app.db, fileId);
  const by =
    file && (await files.sharedBy.get(file.holder_kind)?.(file.holder_id, query.for ?? ''));
  if (!file || by === undefined) throw new ProductError('FILE_NOT_FOUND');
  if (by !== ANYONE) await checkSharing(app, by, request);
  return file;
}
