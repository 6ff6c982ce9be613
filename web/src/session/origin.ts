export interface OriginState {
  readonly from: string;
}

export const SIGN_IN_PATH = '/auth';
export const HOME_PATH = '/dashboard';

/** Never another site nor the sign-in screen; of the home page only a part that is named. */
export function inAppPath(path: unknown): string | null {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return null;
  try {
    const base = 'http://app.invalid';
    const url = new URL(path, base);
    const { pathname, search, hash } = url;
    if (url.origin !== base || pathname === SIGN_IN_PATH) return null;
    return pathname === '/' && hash === '' ? null : pathname + search + hash;
  } catch {
    return null;
  }
}

export const originState = (path: string): OriginState | null => {
  const from = inAppPath(path);
  return from ? { from } : null;
};

export const rememberedOrigin = (state: unknown): string | null =>
  inAppPath((state as OriginState | null)?.from);
