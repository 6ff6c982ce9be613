import type { Language } from '@clipline/contract/languages.ts';
import { BUILD_LOCK } from '../lib/build-lock.ts';

/** Put there by the build (web/worker.ts), the id of the build by the server. */
declare const BUILD: string;
declare const LANGUAGE: Language;
/** Every file that the signed-in app may load, by its address. */
declare const FILES: readonly string[];

const PREFIX = 'clipline';
/** The page that shows every other, as its script reads the address. Kept last: with it, all is there. */
const SHELL = '/dashboard';
const KEPT_BUILDS = 2;
const AT_ONCE = 6;

/** Each is one build in one language, under a name of its own: when, build, language. */
const newestFirst = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(`${PREFIX} `)).reverse();

/** A portal of a network replies with a page to everything. */
const isFile = (response: Response): boolean =>
  response.ok && !response.headers.get('content-type')?.startsWith('text/html');

async function keepFile(cache: Cache, file: string): Promise<void> {
  // Named by its content: what another build has is the same.
  const response = (await fromAnyBuild(file)) ?? (await fetch(file));
  if (!isFile(response)) throw new Error(`${file} did not arrive`);
  await cache.put(file, response);
}

async function keepShell(cache: Cache): Promise<void> {
  const response = await fetch(`${SHELL}?lang=${LANGUAGE}`, { cache: 'no-store' });
  const isOfThisBuild = (await response.clone().text()).includes(`data-build="${BUILD}"`);
  if (!response.ok || !isOfThisBuild) throw new Error('The page of another build arrived');
  await cache.put(SHELL, response);
}

/** Keeps this worker's build, all of it or nothing. */
export async function keepBuild(): Promise<void> {
  const name = [PREFIX, Date.now(), BUILD, LANGUAGE].join(' ');
  const cache = await caches.open(name);
  const files = FILES.values();
  const keepNext = async () => {
    for (const file of files) await keepFile(cache, file);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
    await keepShell(cache);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/** What was never complete goes, and all but the two newest and what an open page runs on. */
export async function forgetOldBuilds(): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const open = new Set(held.map(({ name }) => name));
  const kept = new Set<string>();
  for (const name of await newestFirst()) {
    const [, , build = '', language] = name.split(' ');
    const isWhole = await (await caches.open(name)).match(SHELL);
    const known = kept.has(`${build} ${language}`);
    const stays = isWhole && !known && (kept.size < KEPT_BUILDS || open.has(BUILD_LOCK + build));
    if (stays) kept.add(`${build} ${language}`);
    else await caches.delete(name);
  }
}

export const fromAnyBuild = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { ignoreVary: true });

export async function keptShell(): Promise<Response | undefined> {
  for (const name of await newestFirst()) {
    const shell = await (await caches.open(name)).match(SHELL, { ignoreVary: true });
    if (shell) return shell;
  }
  return undefined;
}
