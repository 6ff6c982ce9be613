import { ProductError } from '@clipline/contract/errors.ts';
import type { Registration } from '@clipline/contract/schemas/features.ts';
import type { App } from '../core/app.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/database.ts';
import { escapeText } from '../core/http/pages.ts';
import { hashToken } from '../core/ids.ts';
import { findUser } from '../auth/auth.queries.ts';
import { isInvitedToAny } from '../rooms/room-members.queries.ts';
import { findInvitationByToken, spendInvitation } from './invitations.queries.ts';
import { stateOf } from './owner.present.ts';
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
    const found = await findInvitationByToken(db, hashToken(invitation));
    const state = found && stateOf(found, now);
    // Until they are confirmed, people may sign up once more with the one that they used.
    const isTheirs =
      state === 'used' && found?.used_email === email && !(await findUser(db, email));
    if (!found || (state !== 'open' && !isTheirs)) throw new ProductError('INVITATION_OVER');
    if (found.email !== null && found.email !== email)
      throw new ProductError('INVITATION_OTHER_ADDRESS');
    return {
      isProof: found.email !== null,
      spend: async (tx) => void (await spendInvitation(tx, found.id, email, now)),
    };
  };

export const entranceOf =
  ({ config, db }: Pick<App, 'config' | 'db'>): App['entrance'] =>
  async () => ({
    registration: await registrationOf(config, db),
    hasAdmin: await hasAdmin(db),
    oidc: config.OIDC_NAME === undefined ? null : { name: config.OIDC_NAME },
    passwords: config.PASSWORDS !== 'off',
  });

/** What pages are told before they ask, so that they never show what is not offered. */
export function pageAttributesOf(config: Config, db: Db): () => Promise<string> {
  const { OIDC_NAME: provider } = config;
  let known: Registration = config.REGISTRATION ?? 'open';
  return async () => {
    // A page is served while the store is away, too.
    known = await registrationOf(config, db).catch(() => known);
    return [
      ...(known === 'open' ? [] : [` data-registration="${known}"`]),
      ...(config.PASSWORDS === 'off' ? [' data-passwords="off"'] : []),
      ...(provider === undefined ? [] : [` data-oidc="${escapeText(provider)}"`]),
    ].join('');
  };
}
