import {
  changePassword,
  createExportLink,
  deleteAccount,
  downloadExport,
  endOtherSessions,
  endSession,
  exportAccount,
  listSessions,
  readAccount,
  updateAccount,
} from '@clipline/contract/schemas/account.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { deviceOf } from '../core/http/headers.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { requireUser, removeResetsOf, updateUser } from '../auth/auth.queries.ts';
import { checkPassword, hashPassword, turnOf } from '../auth/passwords.ts';
import { removeApiTokensOf } from '../auth/programs.queries.ts';
import type { Account } from './account.ts';
import { deleteWholeAccount } from './deletion.ts';
import { sessionOfExportLink, signExportLink } from './export-links.ts';
import { type ExportedUser, exportOf } from './export.ts';
import { serveImport } from './import.routes.ts';
import {
  listSessions as listSessionsOf,
  removeSessionOf,
  removeSessionsOf,
} from '../auth/sessions.queries.ts';
import { zipOf } from '../core/http/stream.ts';
import { isoTime } from '../core/time.ts';
import { accountLimits } from './account.limits.ts';

async function sendExport(
  { files, scans, limits }: Account,
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
  await limits.take(accountLimits.exports, user.id);
  return reply.send(zipOf(exportOf(files, scans, user)));
}

export function serveAccount(app: App, account: Account): void {
  const { db, channels, limits } = account;

  serve(app, listSessions, async ({ user }) => {
    const sessions = await listSessionsOf(db, user.id, Date.now());
    return sessions
      .map((session) => ({
        id: session.id,
        current: session.id === user.sessionId,
        device: deviceOf(session.user_agent) ?? 'Unknown device',
        createdAt: isoTime(session.created_at),
        lastUsedAt: isoTime(session.last_used_at),
      }))
      .toSorted((one, other) => Number(other.current) - Number(one.current));
  });

  serve(app, endSession, async ({ user, params, change }) => {
    if (!(await change((tx) => removeSessionOf(tx, user.id, params.id))))
      throw new ProductError('SESSION_NOT_FOUND');
    channels.disconnectSession(params.id);
    return { message: 'Device signed out' };
  });

  serve(app, endOtherSessions, async ({ user, body, change }) => {
    const { sessions, programs } = await change(async (tx) => ({
      sessions: await removeSessionsOf(tx, user.id, user.sessionId),
      programs: body?.programs ? await removeApiTokensOf(tx, user.id) : [],
    }));
    for (const id of [...sessions, ...programs]) channels.disconnectSession(id);
    return { ended: sessions.length };
  });

  serve(app, readAccount, async ({ user }) => {
    const { name, email, created_at, new_clips_open: isOpen } = await requireUser(db, user.id);
    return { name, email, createdAt: isoTime(created_at), newClipsOpen: isOpen === 1 };
  });

  serve(app, updateAccount, async ({ user, body, change }) => {
    const { name, newClipsOpen: isOpen } = body;
    const changes = {
      ...(name !== undefined && { name }),
      ...(isOpen !== undefined && { new_clips_open: isOpen ? 1 : 0 }),
    };
    const changed = await change((tx) => updateUser(tx, user.id, changes));
    return { name: changed.name, newClipsOpen: changed.new_clips_open === 1 };
  });

  serve(app, changePassword, async ({ user, address, body, change }) => {
    await checkPassword(account, user.id, address, body.password);
    const passwordHash = await hashPassword(body.new_password, { from: turnOf(address) });
    const ended = await change(async (tx) => {
      await updateUser(tx, user.id, { password_hash: passwordHash });
      await removeResetsOf(tx, user.id);
      await queueMail(tx, { kind: 'password-replaced', recipient: user.email, user_id: user.id });
      const sessions = await removeSessionsOf(tx, user.id, user.sessionId);
      const tokens = body.end_tokens === false ? [] : await removeApiTokensOf(tx, user.id);
      return [...sessions, ...tokens];
    });
    for (const sessionId of ended) channels.disconnectSession(sessionId);
    account.deliverMail();
    return { message: 'Password changed' };
  });

  serve(app, exportAccount, ({ user, request, reply }) =>
    sendExport(account, user, request, reply),
  );

  serve(app, createExportLink, async ({ user, checkRights }) => {
    await checkRights();
    // A refusal is read here; of a download that fails the browser tells nothing.
    await limits.check(accountLimits.exports, user.id);
    return { url: `/api${downloadExport.path}?${signExportLink(account.secret, user.sessionId)}` };
  });

  serve(app, downloadExport, async ({ query, request, reply }) => {
    const sessionId = sessionOfExportLink(account.secret, query);
    const user = sessionId === undefined ? null : await app.identifySession(db, sessionId);
    if (!user) throw new ProductError('FILE_LINK_INVALID');
    app.sessionCalls.begin(user.sessionId, reply.raw);
    return sendExport(account, user, request, reply);
  });

  serveImport(app, account);

  serve(app, deleteAccount, async ({ user, address, body, change }) => {
    await checkPassword(account, user.id, address, body.password);
    await deleteWholeAccount(account, user, change);
    return { message: 'Account deleted' };
  });
}
