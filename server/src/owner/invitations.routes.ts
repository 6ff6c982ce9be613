import { INVITATION_SECONDS, INVITATIONS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/owner.ts';
import type { App } from '../core/app.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { hashToken, newId } from '../core/ids.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { ownerLimits } from './owner.limits.ts';
import * as queries from './invitations.queries.ts';
import { invitationToken, invitationUrl, presentInvitations } from './owner.present.ts';
import { note } from './people.changes.ts';

export function serveInvitations(app: App): void {
  serve(app, endpoints.createInvitation, createInvitation, {
    callerOf: async ({ call }) => call.user?.id ?? '',
    onRepeat: async () => {},
    complete: async (kept) =>
      JSON.stringify(withUrl(app, JSON.parse(kept) as endpoints.Invitation)),
  });
  serve(app, endpoints.listInvitations, listInvitations);
  serve(app, endpoints.revokeInvitation, revokeInvitation);
  serve(app, endpoints.checkInvitation, checkInvitation);
}

const targetOf = ({ email, note: text }: Pick<queries.InvitationRow, 'email' | 'note'>): string =>
  email ?? text ?? '';

async function createInvitation(
  { user, body, create, request }: Call<typeof endpoints.createInvitation>,
  app: App,
) {
  const { email = null, note: text = null, expiresIn = INVITATION_SECONDS } = body ?? {};
  const origin = app.origins.given(request.headers.host);
  const made = await create(async (tx) => {
    const [id, now] = [newId(), Date.now()];
    const invitation = {
      id,
      token_hash: hashToken(invitationToken(app.config.APP_SECRET, id)),
      created_by: user.id,
      email,
      note: text,
      created_at: now,
      expires_at: now + expiresIn * 1000,
      revoked_at: null,
      used_at: null,
      used_email: null,
      was_known: 0,
    };
    const row = await queries.insertInvitation(tx, invitation, now);
    if (email !== null)
      await queueMail(tx, {
        kind: 'invitation',
        recipient: email,
        about: id,
        language: languageOfBrowser(request) ?? null,
      });
    await note(tx, user, 'invitation.create', targetOf(row));
    const [presented] = await presentInvitations(app, tx, [row], origin, now);
    return { ...(presented as endpoints.Invitation), url: origin };
  });
  return withUrl(app, made);
}

/** What is kept of an answer for its repeats has the origin and no token: no row tells it. */
const withUrl = ({ config, origins }: App, made: endpoints.Invitation): endpoints.Invitation => ({
  ...made,
  url: invitationUrl(config, made.url ?? origins.given(), made.id),
});

async function listInvitations(
  { query, request }: Call<typeof endpoints.listInvitations>,
  app: App,
) {
  const { state, page = 1 } = query;
  const origin = app.origins.given(request.headers.host);
  const now = Date.now();
  const filter = { state, now };
  const slice = { limit: INVITATIONS_PAGE_SIZE, offset: (page - 1) * INVITATIONS_PAGE_SIZE };
  const rows = await queries.listInvitations(app.db, filter, slice);
  const total = await queries.countInvitations(app.db, filter);
  return { invitations: await presentInvitations(app, app.db, rows, origin, now), total };
}

async function revokeInvitation({ user, params, change }: Call<typeof endpoints.revokeInvitation>) {
  await change(async (tx) => {
    const now = Date.now();
    const found = await queries.findInvitation(tx, params.id, now);
    if (!found) throw new ProductError('INVITATION_NOT_FOUND');
    if (found.state !== 'open' && found.state !== 'expired') return;
    await queries.revokeInvitations(tx, { id: found.id }, now);
    await note(tx, user, 'invitation.revoke', targetOf(found));
  });
  return { message: 'Invitation revoked' };
}

async function checkInvitation(
  { body, address }: Call<typeof endpoints.checkInvitation>,
  { db, limits }: App,
) {
  await limits.take(ownerLimits.invitationChecks, { address });
  const found = await queries.findInvitationByToken(db, hashToken(body.invitation), Date.now());
  if (found?.state !== 'open') throw new ProductError('INVITATION_OVER');
  return { email: found.email };
}
