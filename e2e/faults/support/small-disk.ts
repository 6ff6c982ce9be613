import { spawnSync } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from './server-process.ts';

export interface SmallDisk {
  readonly folder: string;
  /** Takes so many megabytes, until `free`. */
  take(megabytes: number): void;
  /** Leaves no byte free. */
  fill(): void;
  /** Gives back all that was taken. */
  free(): void;
  setReadOnly(readOnly: boolean): void;
  unmount(): void;
}

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

function mountAt(folder: string, megabytes: number): boolean {
  return run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder);
}

/** Whether this machine lets us mount: Linux, as root. */
export const canMount = (() => {
  const folder = newFolder();
  const mounted = mountAt(folder, 1);
  if (mounted) run('umount', folder);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
})();

const CHUNKS = [1024 * 1024, 4096, 1];

/** A disk of so many megabytes in memory, mounted at a new folder or the one named. */
export function mountSmallDisk(megabytes: number, folder = newFolder()): SmallDisk {
  mkdirSync(folder, { recursive: true });
  if (!mountAt(folder, megabytes)) throw new Error(`Nothing could be mounted at ${folder}`);
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    take: (further) => appendFileSync(ballast, Buffer.alloc(further * 1024 * 1024)),
    fill() {
      const file = openSync(ballast, 'a');
      for (const size of CHUNKS) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    setReadOnly(readOnly) {
      if (!run('mount', '-o', `remount,${readOnly ? 'ro' : 'rw'}`, folder))
        throw new Error(`${folder} could not be mounted again`);
    },
    unmount: () => void run('umount', '-l', folder),
  };
}
