import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const ABANDONED_AFTER_MS = 15 * 60 * 1000;

/**
 * Runs `work` while no other process of this machine runs under the same lock file. A lock whose
 * process is gone is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function underLock(file, work) {
  while (!take(file)) {
    if (abandoned(file)) remove(file);
    else await sleep(100);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function abandoned(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > ABANDONED_AFTER_MS) return true;
    const pid = Number(readFileSync(file, 'utf8'));
    // Empty for the instant between creating and writing it.
    return pid > 0 && !alive(pid);
  } catch {
    return false;
  }
}

/** @param {number} pid */
function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Renamed first: of two processes that find the same abandoned lock, only one removes it.
 * @param {string} file
 */
function remove(file) {
  try {
    const aside = `${file}.${process.pid}`;
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch {
    // The other one was quicker.
  }
}
