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

const ENCODED = /^(\/(?!s\/)[^?]*?|\/auth\?(?:.*&)?mode=\w+)%23(.*)$/i;

/** Mail programs write `%23` for `#`; of a sealed link the page itself says that it is not whole. */
export function meantAddress(address: string): string | null {
  const [, page, fragment] = ENCODED.exec(address) ?? [];
  return page === undefined ? null : `${page}#${fragment}`;
}

export const originState = (path: string): OriginState | null => {
  const from = inAppPath(path);
  return from ? { from } : null;
};

export const rememberedOrigin = (state: unknown): string | null =>
  inAppPath((state as OriginState | null)?.from);
