import { fileURLToPath } from 'node:url';
import path from 'node:path';

/** The folder that holds the three workspaces. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @param {string[]} parts */
export const inProject = (...parts) => path.join(root, ...parts);

/** A failure that one line explains: printed without a stack. */
export class PlainError extends Error {}

/** @param {string} text */
export const say = (text) => process.stderr.write(`${text}\n`);
