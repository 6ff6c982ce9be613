import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Machine } from './machine.ts';

export interface Credentials {
  readonly url: string;
  readonly token: string;
}

type Env = Machine['env'];

const folder = ({ XDG_CONFIG_HOME, APPDATA }: Env): string => {
  const parent =
    process.platform === 'win32' && APPDATA
      ? APPDATA
      : XDG_CONFIG_HOME || path.join(homedir(), '.config');
  return path.join(parent, 'clipline');
};
const file = (env: Env) => path.join(folder(env), 'credentials.json');

export async function readCredentials(env: Env): Promise<Credentials | undefined> {
  try {
    const { url, token } = JSON.parse(await readFile(file(env), 'utf8')) as Partial<Credentials>;
    return url && token ? { url, token } : undefined;
  } catch {
    return undefined;
  }
}

export async function writeCredentials(env: Env, credentials: Credentials): Promise<void> {
  await mkdir(folder(env), { recursive: true, mode: 0o700 });
  const beside = `${file(env)}.${process.pid}`;
  await writeFile(beside, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(beside, file(env));
}

export const removeCredentials = (env: Env): Promise<void> => rm(file(env), { force: true });
