import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while no other process of this machine runs under the same lock file. A lock whose
 * process is gone is taken over.
 */
export async function underLock(/** @type {string} */ file, /** @type {() => unknown} */ work) {
  while (!take(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await sleep(100);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(/** @type {string} */ file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(/** @type {string} */ file) {
  try {
    // Empty for the instant between creating and writing it.
    const pid = Number(readFileSync(file, 'utf8'));
    return pid > 0 && !process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
