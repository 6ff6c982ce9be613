import { ProductError } from '@clipline/contract/errors.ts';
import type { Registration } from '@clipline/contract/schemas/features.ts';
import type { App } from '../core/app.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/database.ts';
import { escapeText } from '../core/http/pages.ts';
import { hashToken } from '../core/ids.ts';
import { findUser } from '../auth/auth.queries.ts';
import { partyOf } from '../auth/passkeys.ts';
import { isInvitedToAny } from '../rooms/room-members.queries.ts';
import { findInvitationByToken, spendInvitation } from './invitations.queries.ts';
import { findSetting, hasAdmin } from './owner.queries.ts';

/** What the variable says, else what the admin page said last. */
export const registrationOf = async ({ REGISTRATION }: Config, db: Db): Promise<Registration> =>
  REGISTRATION ??
  ((await findSetting(db, 'registration'))?.value as Registration | undefined) ??
  'open';

export const admitBy =
  (config: Config): App['admit'] =>
  async (db, { email, invitation }) => {
    const registration = await registrationOf(config, db);
    if (registration === 'closed') throw new ProductError('REGISTRATION_CLOSED');
    if (invitation === undefined) {
      if (registration === 'invited' && !(await isInvitedToAny(db, email)))
        throw new ProductError('REGISTRATION_INVITED');
      return { isProof: false, spend: async () => {} };
    }
    const now = Date.now();
    const found = await findInvitationByToken(db, hashToken(invitation), now);
    // Until they are confirmed, people may sign up once more with the one that they used.
    const isTheirs =
      found?.state === 'used' &&
      found.used_email === email &&
      (found.was_known === 1 || !(await findUser(db, email)));
    if (!found || (found.state !== 'open' && !isTheirs)) throw new ProductError('INVITATION_OVER');
    if (found.email !== null && found.email !== email)
      throw new ProductError('INVITATION_OTHER_ADDRESS');
    return {
      isProof: found.email !== null,
      async spend(tx) {
        const wasKnown = (await findUser(tx, email)) !== undefined;
        await spendInvitation(tx, found.id, { email, wasKnown }, now);
      },
    };
  };

function passkeysFor({ config, origins }: Pick<App, 'config' | 'origins'>, host?: string) {
  const party = config.PASSWORDS === 'off' ? undefined : partyOf({ origins });
  return party && origins.isHome(host) ? { rpId: party.rpId } : null;
}

export const entranceOf =
  ({ config, db, origins }: Pick<App, 'config' | 'db' | 'origins'>): App['entrance'] =>
  async (host) => ({
    registration: await registrationOf(config, db),
    hasAdmin: await hasAdmin(db),
    oidc:
      config.OIDC_NAME === undefined || !origins.isHome(host) ? null : { name: config.OIDC_NAME },
    passwords: config.PASSWORDS !== 'off',
    passkeys: passkeysFor({ config, origins }, host),
  });

/** What pages are told before they ask, so that they never show what is not offered. */
export function pageAttributesOf({
  config,
  db,
  origins,
}: Pick<App, 'config' | 'db' | 'origins'>): (host: string | undefined) => Promise<string> {
  const { OIDC_NAME: provider } = config;
  let known: Registration = config.REGISTRATION ?? 'open';
  let runs: boolean | undefined;
  return async (host) => {
    const rpId = passkeysFor({ config, origins }, host)?.rpId;
    // A page is served while the store is away, too.
    known = await registrationOf(config, db).catch(() => known);
    runs ||= await hasAdmin(db).catch(() => undefined);
    return [
      ...(known === 'open' ? [] : [` data-registration="${known}"`]),
      ...(config.PASSWORDS === 'off' ? [' data-passwords="off"'] : []),
      ...(provider === undefined || !origins.isHome(host)
        ? []
        : [` data-oidc="${escapeText(provider)}"`]),
      ...(rpId === undefined ? [] : [` data-passkeys="${escapeText(rpId)}"`]),
      ...(runs === false ? [' data-admin="none"'] : []),
    ].join('');
  };
}
