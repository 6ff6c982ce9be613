import { existsSync } from 'node:fs';
import path from 'node:path';
import { DataDirectoryTaken, lockDataDirectory } from '../core/db/open.ts';
import { STORE } from './archive.ts';

export class Refusal extends Error {}

export function requireStore(dataDir: string): string {
  const file = path.join(dataDir, STORE);
  if (!existsSync(file))
    throw new Refusal(`There is no store in ${dataDir}. Set DATA_DIR as the service has it.`);
  return file;
}

export function lockForCommand(dataDir: string, otherwise = ''): () => void {
  try {
    return lockDataDirectory(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirectoryTaken)) throw error;
    throw new Refusal(`${dataDir} is in use by a running Clipline. Stop it first${otherwise}.`);
  }
}
