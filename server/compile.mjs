/**
 * Starts the program once on an empty folder and stops it, so that the first real start finds what
 * Node makes of the sources (see start.mjs). Only so is nothing left out: for a single file that is
 * not there Node loads its type stripper, 18 MB that stay.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'clipline-compile-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// The operator's settings are for the real start: nothing of theirs is touched.
const kept = new Set(['PATH', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE']);
for (const name of Object.keys(process.env)) if (!kept.has(name)) delete process.env[name];
const environment = { NODE_ENV: 'production', LOG_LEVEL: 'error', HOST: '127.0.0.1', PORT: '0' };
Object.assign(process.env, environment, { DATA_DIR: folder });
await import('./start.mjs');
process.emit('SIGTERM');
