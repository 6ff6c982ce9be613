import { ProductError } from '@clipline/contract/errors.ts';
import { CAPTURE_DAYS, UPLOAD_PART_BYTES } from '@clipline/contract/limits.ts';
import * as endpoints from '@clipline/contract/schemas/account.ts';
import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import { readFeatures } from '@clipline/contract/schemas/features.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import { afterCommit, type Db, type Tx } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { shownDevice } from '../core/http/headers.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { zipOf } from '../core/http/stream.ts';
import { isKeyed, keyed } from '../core/ids.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { isoTime } from '../core/time.ts';
import { removeResetsOf, requireUser, updateUser } from '../auth/auth.queries.ts';
import {
  ACCOUNT_ACT,
  requireConfirmed,
  requireConfirmedBy,
  WAY_OUT,
} from '../auth/confirmations.ts';
import { hashPassword, turnOf } from '../auth/passwords.ts';
import { removeApiTokensOf } from '../auth/programs.queries.ts';
import { requirePasswords } from '../auth/sign-in.ts';
import * as sessions from '../auth/sessions.queries.ts';
import { closeDraft } from '../clips/clips.queries.ts';
import { accountLimits } from './account.limits.ts';
import { deleteWholeAccount } from './deletion.ts';
import { type ExportedUser, exportOf } from './export.ts';
import { importAccount } from './import.routes.ts';
import { readStorage } from './storage.ts';

declare module '../core/app.ts' {
  interface App {
    readonly endLinks: (userId: string) => Promise<void>;
    /** What is to be known of this server before one signs in. */
    readonly entrance: (host: string | undefined) => Promise<Entrance>;
    readonly push: ReplyOf<typeof readFeatures>['push'];
    /** Ends what other devices may still be let in by. */
    readonly endHandovers: (tx: Tx, userId: string) => Promise<unknown>;
    /** Before an account is deleted. Throws LAST_ADMIN. */
    readonly whenLeaving: (tx: Tx, user: { id: string; email: string }) => Promise<unknown>;
    /** Ends what a user pays for before they are forgotten. May be repeated. */
    readonly endBilling: (userId: string) => Promise<void>;
  }
}

type Entrance = Pick<
  ReplyOf<typeof readFeatures>,
  'registration' | 'hasAdmin' | 'oidc' | 'passwords' | 'passkeys'
>;

export function plugInAccount(app: App): void {
  serve(app, readFeatures, features);
  serve(app, endpoints.listSessions, listSessions);
  serve(app, endpoints.renameSession, renameSession);
  serve(app, endpoints.endSession, endSession);
  serve(app, endpoints.endOtherSessions, endOtherSessions);
  serve(app, endpoints.readStorage, readStorage);
  serve(app, endpoints.readAccount, readAccount);
  serve(app, endpoints.updateAccount, updateAccount);
  serve(app, endpoints.changePassword, changePassword);
  serve(app, endpoints.exportAccount, exportAccount);
  serve(app, endpoints.createExportLink, createExportLink);
  serve(app, endpoints.downloadExport, downloadExport);
  serve(app, endpoints.importAccount, importAccount);
  serve(app, endpoints.deleteAccount, deleteAccount);
}

async function features({ user, request }: Call<typeof readFeatures>, app: App) {
  return {
    build: app.build(),
    captureDays: CAPTURE_DAYS,
    trashDays: app.config.TRASH_DAYS,
    maxFileBytes: app.files.maxFileBytes,
    uploadPartBytes: UPLOAD_PART_BYTES,
    plan: user?.plan ?? null,
    ...(await app.entrance(request.headers.host)),
    push: app.push,
    origins: user && !user.program ? [...app.origins.reached()] : [],
    mail: app.config.SMTP_URL !== undefined,
    pairing: app.config.PAIRING === 'on',
  };
}

async function readSessions(db: Db, { id, sessionId }: Pick<CurrentUser, 'id' | 'sessionId'>) {
  const found = await sessions.listSessions(db, id, Date.now());
  return found
    .map((session) => ({
      id: session.id,
      current: session.id === sessionId,
      device: shownDevice(session.user_agent),
      name: session.name,
      by: session.by,
      createdAt: isoTime(session.created_at),
      lastUsedAt: isoTime(session.last_used_at),
    }))
    .toSorted((one, other) => Number(other.current) - Number(one.current));
}

const listSessions = ({ user }: Call<typeof endpoints.listSessions>, { db }: App) =>
  readSessions(db, user);

async function renameSession({
  user,
  params: { id },
  body,
  change,
}: Call<typeof endpoints.renameSession>) {
  return change(async (tx) => {
    await sessions.nameSession(tx, user.id, id, body.name);
    const named = (await readSessions(tx, user)).find((each) => each.id === id);
    if (!named) throw new ProductError('SESSION_NOT_FOUND');
    return named;
  });
}

async function endSession(
  { user, params, change }: Call<typeof endpoints.endSession>,
  { channels }: App,
) {
  if (!(await change((tx) => sessions.removeSessionOf(tx, user.id, params.id))))
    throw new ProductError('SESSION_NOT_FOUND');
  channels.disconnectSession(params.id);
  return { message: 'Device signed out' };
}

async function endOtherSessions(
  { user, body, change }: Call<typeof endpoints.endOtherSessions>,
  { channels }: App,
) {
  return change(async (tx) => {
    const ended = await sessions.removeSessionsOf(tx, user.id, user.sessionId);
    const programs = body?.programs ? await removeApiTokensOf(tx, user.id) : [];
    afterCommit(tx, () => [...ended, ...programs].forEach(channels.disconnectSession));
    return { ended: ended.length };
  });
}

async function readAccount({ user }: Call<typeof endpoints.readAccount>, { db }: App) {
  const row = await requireUser(db, user.id);
  return {
    name: row.name,
    email: row.email,
    createdAt: isoTime(row.created_at),
    newClipsOpen: row.new_clips_open === 1,
    isAdmin: row.is_admin === 1,
    hasPassword: row.has_password === 1,
  };
}

async function updateAccount({ user, body, change }: Call<typeof endpoints.updateAccount>) {
  const { name, newClipsOpen: isOpen } = body;
  const changes = {
    ...(name !== undefined && { name }),
    ...(isOpen !== undefined && { new_clips_open: isOpen ? 1 : 0 }),
  };
  const changed = await change(async (tx) => {
    if (isOpen === false) await closeDraft(tx, user.id);
    return updateUser(tx, user.id, changes);
  });
  return { name: changed.name, newClipsOpen: changed.new_clips_open === 1 };
}

async function changePassword(
  { user, address, body, change }: Call<typeof endpoints.changePassword>,
  app: App,
) {
  requirePasswords(app);
  await requireConfirmedBy(app, user, ACCOUNT_ACT, { address, password: body.password });
  const passwordHash = await hashPassword(body.new_password, { from: turnOf(address) });
  await change(async (tx) => {
    await updateUser(tx, user.id, { password_hash: passwordHash, has_password: 1 });
    await removeResetsOf(tx, user.id);
    await app.endHandovers(tx, user.id);
    await queueMail(tx, { kind: 'password-replaced', recipient: user.email, user_id: user.id });
    const others = await sessions.removeSessionsOf(tx, user.id, user.sessionId);
    const tokens = body.end_tokens === false ? [] : await removeApiTokensOf(tx, user.id);
    afterCommit(tx, () => [...others, ...tokens].forEach(app.channels.disconnectSession));
  });
  return { message: 'Password changed' };
}

async function sendExport(
  app: App,
  user: ExportedUser,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const name = `clipline-export-${isoTime(Date.now()).slice(0, 10)}.zip`;
  reply
    .headers({
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    })
    .type('application/zip');
  if (request.method === 'HEAD') return reply.send();
  await app.limits.take(accountLimits.exports, user.id);
  return reply.send(zipOf(exportOf(app, user)));
}

/** A program was confirmed when it was made. */
async function requireExporter(app: App, user: CurrentUser): Promise<void> {
  if (!user.program) await requireConfirmed(app, app.db, user, WAY_OUT);
}

async function exportAccount(
  { user, request, reply }: Call<typeof endpoints.exportAccount>,
  app: App,
) {
  await requireExporter(app, user);
  return sendExport(app, user, request, reply);
}

const EXPORT_LINK = 'export-link';
/** Long enough for a browser to follow it, too short for it to be found somewhere. */
const LINK_SECONDS = 60;

async function createExportLink(
  { user, checkRights }: Call<typeof endpoints.createExportLink>,
  app: App,
) {
  const { config, limits } = app;
  await checkRights();
  await requireExporter(app, user);
  // A refusal is read here; of a download that fails the browser tells nothing.
  await limits.check(accountLimits.exports, user.id);
  const expires = String(Math.floor(Date.now() / 1000) + LINK_SECONDS);
  const signature = keyed(config.APP_SECRET, EXPORT_LINK, user.sessionId, expires);
  const query = new URLSearchParams({ for: user.sessionId, expires, signature });
  return { url: `/api${endpoints.downloadExport.path}?${query.toString()}` };
}

async function downloadExport(
  { query, request, reply }: Call<typeof endpoints.downloadExport>,
  app: App,
) {
  const { for: sessionId = '', expires = '', signature = '' } = query;
  const isOurs = isKeyed(signature, app.config.APP_SECRET, EXPORT_LINK, sessionId, expires);
  const isGood = isOurs && Number(expires) * 1000 > Date.now();
  const user = isGood ? await app.identifySession(app.db, sessionId) : null;
  if (!user || user.isRestricted) throw new ProductError('FILE_LINK_INVALID');
  app.sessionCalls.begin(user.sessionId, reply.raw);
  return sendExport(app, user, request, reply);
}

async function deleteAccount(
  { user, address, body, change }: Call<typeof endpoints.deleteAccount>,
  app: App,
) {
  await requireConfirmedBy(app, user, ACCOUNT_ACT, { address, password: body?.password });
  await deleteWholeAccount(app, user, change);
  return { message: 'Account deleted' };
}
