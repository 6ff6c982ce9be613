import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

export interface Credentials {
  readonly url: string;
  readonly token: string;
}

const folder = (): string => {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const parent =
    process.platform === 'win32' && APPDATA
      ? APPDATA
      : XDG_CONFIG_HOME || path.join(homedir(), '.config');
  return path.join(parent, 'clipline');
};
const file = () => path.join(folder(), 'credentials.json');

export async function readCredentials(): Promise<Credentials | undefined> {
  try {
    const { url, token } = JSON.parse(await readFile(file(), 'utf8')) as Partial<Credentials>;
    return url && token ? { url, token } : undefined;
  } catch {
    return undefined;
  }
}

export async function writeCredentials(credentials: Credentials): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const beside = `${file()}.${process.pid}`;
  await writeFile(beside, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(beside, file());
}

export const removeCredentials = (): Promise<void> => rm(file(), { force: true });
