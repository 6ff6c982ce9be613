import { vi } from 'vitest';

class MemoryStorage implements Storage {
  [name: string]: unknown;
  get length() {
    return Object.keys(this).length;
  }
  key = (index: number) => Object.keys(this)[index] ?? null;
  getItem = (key: string) => (Object.hasOwn(this, key) ? String(this[key]) : null);
  setItem = (key: string, value: string) => void (this[key] = value);
  removeItem = (key: string) => void delete this[key];
  clear = () => {
    for (const key of Object.keys(this)) delete this[key];
  };
}
// Methods are no keys of the storage.
function createStorage(): Storage {
  const storage = new MemoryStorage();
  for (const name of Object.keys(storage))
    Object.defineProperty(storage, name, { enumerable: false });
  return storage;
}

export function fakeBrowser() {
  const localStorage = createStorage();
  const window = new EventTarget();
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', window);
  return { localStorage, window };
}

/** Only one holder at a time, as Web Locks do for all tabs of a site. */
export function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: <T>(_name: string, work: () => Promise<T>): Promise<T> => {
      const result = last.then(work, work);
      last = result.catch(() => undefined);
      return result;
    },
  };
}

export const USER = {
  id: 'u1',
  name: 'Ada',
  email: 'ada@example.com',
  createdAt: '2026-01-01T00:00:00.000Z',
  plan: 'advanced',
  trialEndsAt: null,
  isAdmin: false,
} as const;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
