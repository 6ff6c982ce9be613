/**
 * For a program that a test starts with `--import` of this file: what it waits for between tries, or
 * before it asks again, takes a twentieth of the time.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const { setTimeout: later } = globalThis;
const { setTimeout: delay } = timers;
/** Whether a line is still alive, and how often a clipboard is looked at, is as ever. */
const hurried = (/** @type {number | undefined} */ ms = 0) =>
  ms > 300 && ms < 10_000 ? ms / 20 : ms;

/** @type {(work: () => void, ms?: number, ...more: unknown[]) => NodeJS.Timeout} */
const hurriedLater = (work, ms, ...more) => later(work, hurried(ms), ...more);
Object.assign(globalThis, { setTimeout: hurriedLater });
timers.setTimeout = (ms, ...more) => delay(hurried(ms), ...more);
syncBuiltinESMExports();
