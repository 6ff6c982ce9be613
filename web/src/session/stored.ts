import type { Session, User } from '@clipline/contract/schemas/auth.ts';
import { readJson } from '../lib/storage.ts';

export const USER_KEY = 'user';
export const SESSION_KEY = 'session';

export const getUser = (): User | null => readJson(USER_KEY) as User | null;
export const getSession = (): Session | null => readJson(SESSION_KEY) as Session | null;
export const isExpired = (session: Session, now = Date.now()): boolean =>
  session.expires_at * 1000 <= now;
