/** The rules of .dependency-cruiser.mjs have a grip. `npm run check` applies them to the tree. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import settings from '../.dependency-cruiser.mjs';

/** @import { ICruiseResult } from 'dependency-cruiser' */

const root = path.resolve(fileURLToPath(new URL('..', import.meta.url)));

/** Imports that a rule must report: `[rule, file, what it imports]`. */
const forbidden = [
  ['contract-stands-alone', 'contract/src/limits.ts', 'node:fs'],
  ['web-never-imports-server', 'web/src/lib/api.ts', '../../../server/src/core/http/failures.ts'],
  ['core-knows-no-product', 'server/src/core/http/current-user.ts', '../../auth/sessions.ts'],
  ['neighbours-of-clips', 'server/src/clips/clips.routes.ts', '../rooms/rooms.queries.ts'],
  ['every-module-is-listed', 'server/src/unlisted/unlisted.ts', '../files/uploads.ts'],
  ['sql-in-queries-only', 'server/src/clips/clips.present.ts', 'kysely'],
  ['access-is-pure', 'server/src/clips/clips.access.ts', './clips.queries.ts'],
  ['socket.io-in-one-place', 'server/src/clips/clips.sockets.ts', 'socket.io'],
  ['features-never-import-the-shell', 'web/src/features/lan/lan.ts', '../../app/app.tsx'],
  ['no-cycles', 'server/src/files/links.ts', './names.ts'],
  ['no-cycles', 'server/src/files/names.ts', './links.ts'],
];

const allowed = [
  ['server/src/core/db/postgres.ts', 'kysely'],
  ['server/src/rooms/rooms.routes.ts', '../files/media-types.ts'],
  ['server/src/rooms/rooms.test.ts', '../../testing/factories.ts'],
  ['web/src/features/rooms/room-bar.tsx', '../billing/plan.ts'],
];

/**
 * @param {string} baseDir
 * @param {string[]} folders
 */
async function cruised(baseDir, folders) {
  const { enhancedResolveOptions, ...options } = settings.options;
  const ruleSet = /** @type {import('dependency-cruiser').IFlattenedRuleSet} */ ({
    forbidden: settings.forbidden,
  });
  const { output } = await cruise(
    folders,
    { .../** @type {object} */ (options), ruleSet, validate: true, baseDir },
    enhancedResolveOptions,
  );
  return /** @type {ICruiseResult} */ (output);
}

/**
 * @param {string} folder
 * @param {readonly (readonly [string, string])[]} imports
 */
function plant(folder, imports) {
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  for (const workspace of ['.', 'contract', 'server', 'web']) {
    mkdirSync(path.join(folder, workspace), { recursive: true });
    cpSync(
      path.join(root, workspace, 'package.json'),
      path.join(folder, workspace, 'package.json'),
    );
  }
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const [from, to] of imports) {
    files.set(from, `${files.get(from) ?? ''}import ${JSON.stringify(to)};\n`);
    const target = path.posix.join(path.posix.dirname(from), to);
    if (to.startsWith('.') && !files.has(target)) files.set(target, '');
  }
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text || 'export {};\n');
  }
}

test('what is forbidden is reported, and nothing else', async () => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'boundaries-')));
  try {
    plant(folder, [
      ...forbidden.map(([, from = '', to = '']) => /** @type {const} */ ([from, to])),
      ...allowed.map(([from = '', to = '']) => /** @type {const} */ ([from, to])),
    ]);
    const { violations } = (await cruised(folder, ['contract', 'server', 'web'])).summary;
    // A cycle is reported once, from one of its files.
    const reported = violations.flatMap(({ rule, from, cycle = [] }) =>
      [from, ...cycle.map(({ name }) => name)].map((file) => `${rule.name} ${file}`),
    );
    expect(reported).toEqual(
      expect.arrayContaining(forbidden.map(([rule, from]) => `${rule} ${from}`)),
    );
    const innocent = new Set(allowed.map(([from]) => from));
    expect(violations.filter(({ from }) => innocent.has(from))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every source file is read: without a parser that works no rule sees anything', async () => {
  const { modules } = await cruised(root, ['contract/src', 'server/src', 'web/src/app']);
  const seen = new Set(modules.map(({ source }) => source));
  const unseen = readdirSync(path.join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => `server/src/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => !seen.has(file));
  expect(unseen).toEqual([]);
});
