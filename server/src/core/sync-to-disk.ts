import { open } from 'node:fs/promises';

/** What a file or folder holds survives a power cut from now on. */
export async function syncToDisk(entry: string): Promise<void> {
  const handle = await open(entry, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
