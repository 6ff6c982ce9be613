import { m } from '../paraglide/messages.js';
import { call } from '../lib/api.ts';
import { forgetAllDrafts } from '../lib/drafts.ts';
import { getUser, signOut } from './session.ts';

/** When the server cannot be told, nothing changes. */
export async function logOut(): Promise<void> {
  await call('POST /auth/logout', { fallback: m.ui_logout_failed() });
  forgetAllDrafts(getUser()?.id ?? null);
  signOut('logout');
}
