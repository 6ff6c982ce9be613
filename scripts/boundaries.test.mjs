/**
 * Every rule of .dependency-cruiser.mjs catches what it is there for: one that lost its grip is
 * worse than none. `npm run check` applies them to the tree.
 */
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

/**
 * For each rule of .dependency-cruiser.mjs, imports that it must report: `[file, what it imports]`.
 */
const forbidden = {
  'contract-stands-alone': [
    ['contract/src/schemas/clips.ts', 'kysely'],
    ['contract/src/limits.ts', 'node:fs'],
    ['contract/src/schemas/rooms.ts', '../../../server/src/platform/config.ts'],
  ],
  'zod-in-schemas-only': [
    ['contract/src/plans.ts', 'zod/mini'],
    ['contract/src/pages.ts', './schemas/clips.ts'],
  ],
  'web-knows-schemas-by-type-only': [
    ['web/src/lib/api.ts', '../../../contract/src/schemas/auth.ts'],
    ['web/src/features/clips/list/filters.ts', 'zod/mini'],
  ],
  'server-never-imports-web': [
    ['server/src/platform/http/web-assets.ts', '../../../../web/src/lib/format.ts'],
  ],
  'web-never-imports-server': [
    ['web/src/lib/api.ts', '../../../server/src/platform/http/failures.ts'],
  ],
  'web-runs-in-a-browser': [['web/src/lib/download.ts', 'node:path']],
  'platform-has-no-product': [
    ['server/src/platform/http/current-user.ts', '../../modules/auth/sessions.ts'],
    ['server/src/platform/jobs/scheduler.ts', '../../app.ts'],
    ['server/src/platform/database/migrate.ts', '../../migrations/migrations.ts'],
  ],
  'no-upward-import-from-mail': [['server/src/platform/mail/delivery.ts', '../http/failures.ts']],
  'no-upward-import-from-database': [
    ['server/src/platform/database/sqlite.ts', '../jobs/clock.ts'],
    ['server/src/platform/storage/disk.ts', '../http/range.ts'],
  ],
  'configuration-stands-alone': [['server/src/platform/config.ts', './ids.ts']],
  'all-options-are-read-before-the-modules': [
    ['server/src/config.ts', './modules/lan/lan.ts'],
    ['server/src/modules/lan/lan.options.ts', './lan.ts'],
  ],
  'only-the-top-imports-the-app': [['server/src/modules/lan/lan.ts', '../../app.ts']],
  'neighbours-of-account': [['server/src/modules/account/export.ts', '../lan/lan.ts']],
  'neighbours-of-auth': [['server/src/modules/auth/plan.ts', '../billing/plans.ts']],
  'neighbours-of-billing': [['server/src/modules/billing/billing.routes.ts', '../rooms/rooms.ts']],
  'neighbours-of-clips': [
    ['server/src/modules/clips/clips.routes.ts', '../rooms/rooms.queries.ts'],
  ],
  'neighbours-of-desktop': [['server/src/modules/desktop/desktop.routes.ts', '../lan/lan.ts']],
  'neighbours-of-files': [['server/src/modules/files/uploads.ts', '../clips/clips.queries.ts']],
  'neighbours-of-history': [
    ['server/src/modules/history/keep-text.ts', '../clips/clips.queries.ts'],
  ],
  'neighbours-of-lan': [['server/src/modules/lan/lan.sockets.ts', '../auth/plan.ts']],
  'neighbours-of-links': [['server/src/modules/links/links.ts', '../rooms/rooms.ts']],
  'neighbours-of-plans': [['server/src/modules/plans/plans.ts', '../auth/plan.ts']],
  'neighbours-of-programs': [
    ['server/src/modules/programs/programs.module.ts', '../rooms/rooms.ts'],
  ],
  'neighbours-of-rooms': [['server/src/modules/rooms/rooms.ts', '../clips/clips.queries.ts']],
  'neighbours-of-trash': [['server/src/modules/trash/trash.routes.ts', '../account/account.ts']],
  'neighbours-of-search': [
    ['server/src/modules/search/long-reads.ts', '../clips/clips.queries.ts'],
  ],
  'every-module-is-listed': [['server/src/modules/unlisted/unlisted.ts', '../files/uploads.ts']],
  'sql-in-queries-only': [
    ['server/src/modules/clips/clips.present.ts', 'kysely'],
    ['server/src/platform/http/health.ts', 'kysely'],
  ],
  'access-is-pure': [
    ['server/src/modules/clips/clips.access.ts', './clips.queries.ts'],
    ['server/src/modules/clips/clips.access.ts', '../../platform/database/database.ts'],
  ],
  'feature-neighbours-of-account': [
    ['web/src/features/account/account-page.tsx', '../clips/clips.api.ts'],
  ],
  'feature-neighbours-of-clips': [
    ['web/src/features/clips/clips-page.tsx', '../rooms/rooms.api.ts'],
  ],
  'feature-neighbours-of-desktop': [
    ['web/src/features/desktop/desktop-page.tsx', '../rooms/rooms.api.ts'],
  ],
  'feature-neighbours-of-links': [
    ['web/src/features/links/links-page.tsx', '../rooms/rooms.api.ts'],
  ],
  'feature-neighbours-of-share': [
    ['web/src/features/share/share-page.tsx', '../clips/clips.api.ts'],
  ],
  'feature-neighbours-of-rooms': [
    ['web/src/features/rooms/rooms-page.tsx', '../clips/clips.api.ts'],
  ],
  'features-keep-to-themselves': [
    ['web/src/features/landing/landing-page.tsx', '../auth/auth.api.ts'],
  ],
  'features-never-import-the-shell': [
    ['web/src/features/clips/list/clip-card.tsx', '../../../app/frame.tsx'],
  ],
  'editing-is-below': [
    ['web/src/editing/use-draft.ts', '../features/clips/clips.api.ts'],
    ['web/src/editing/unsaved-notice.tsx', '../sharing/share-panel.tsx'],
  ],
  'offline-is-below': [['web/src/offline/keeper.ts', '../features/clips/clips.api.ts']],
  'capture-is-below': [['web/src/capture/capture.ts', '../features/clips/clips.api.ts']],
  'sharing-is-below': [['web/src/sharing/renew-link.tsx', '../features/rooms/rooms.api.ts']],
  'live-is-below': [
    ['web/src/live/uploads.ts', '../editing/use-composer.ts'],
    ['web/src/live/socket.ts', '../features/rooms/rooms.api.ts'],
  ],
  'ui-is-below': [
    ['web/src/ui/dialog.tsx', '../live/failures.ts'],
    ['web/src/ui/input.tsx', '../features/clips/list/clip-card.tsx'],
  ],
  'lib-is-below': [
    ['web/src/lib/session.ts', '../features/auth/auth.api.ts'],
    ['web/src/lib/copy.ts', '../ui/toast.ts'],
  ],
  'ui-has-no-data': [
    ['web/src/ui/avatar.tsx', '@tanstack/react-query'],
    ['web/src/ui/card.tsx', '../lib/api.ts'],
    ['web/src/ui/badge.tsx', '../../../contract/src/limits.ts'],
  ],
  'socket.io-in-one-place': [
    ['server/src/modules/clips/clips.sockets.ts', 'socket.io'],
    ['web/src/features/clips/clip/use-live-clip.ts', 'socket.io-client'],
  ],
  'prom-client-in-one-place': [['server/src/platform/realtime/realtime-watch.ts', 'prom-client']],
  'no-cycles': [
    ['server/src/modules/files/links.ts', './names.ts'],
    ['server/src/modules/files/names.ts', './links.ts'],
  ],
  'no-unresolved-imports': [
    ['server/src/platform/ids.ts', './nowhere.ts'],
    ['server/src/main.ts', 'no-such-package'],
  ],
  'no-imports-of-tests': [
    ['server/src/commands/user.ts', '../../testing/factories.ts'],
    ['web/src/lib/theme.ts', './theme.test.ts'],
  ],
  'no-undeclared-packages': [['server/src/platform/http/range.ts', 'acorn']],
  'no-development-packages-in-production': [['server/src/platform/http/validate.ts', 'vitest']],
};

/** Imports that no rule may report. */
const allowed = [
  ['contract/src/schemas/auth.ts', 'zod/mini'],
  ['contract/src/schemas/auth.ts', '../limits.ts'],
  ['contract/src/contract.test.ts', './schemas/auth.ts'],
  ['contract/src/contract.test.ts', 'vitest'],
  ['server/src/platform/database/postgres.ts', 'kysely'],
  ['server/src/platform/http/idempotency.queries.ts', 'kysely'],
  ['server/src/platform/http/receive-file.ts', '../storage/disk.ts'],
  ['server/src/platform/http/serve.ts', '../../../../contract/src/schemas/auth.ts'],
  ['server/src/modules/rooms/rooms.routes.ts', '../files/media-types.ts'],
  ['server/src/modules/rooms/rooms.test.ts', '../../../testing/factories.ts'],
  ['server/src/platform/realtime/server.ts', 'socket.io'],
  ['web/src/app/frame.tsx', '../features/quick-copy/quick-copy-page.tsx'],
  ['web/src/features/rooms/room/room-bar.tsx', '../../billing/plan.ts'],
  ['web/src/features/clips/editor/use-clip-editor.ts', '../../../editing/use-text-editor.ts'],
  ['web/src/features/quick-copy/quick-copy-page.tsx', '../../ui/toast.ts'],
  ['web/src/features/billing/plan.ts', '../../../../contract/src/plans.ts'],
  ['web/src/live/socket-connection.ts', 'socket.io-client'],
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
 * @param {readonly string[][]} imports
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
  for (const [from = '', to = ''] of imports) {
    files.set(from, `${files.get(from) ?? ''}import ${JSON.stringify(to)};\n`);
    const target = path.posix.join(path.posix.dirname(from), to);
    if (to.startsWith('.') && !to.includes('nowhere') && !files.has(target)) files.set(target, '');
  }
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text || 'export {};\n');
  }
}

const rules = settings.forbidden.map(({ name }) => name);

test('every rule has an example here', () => {
  expect(Object.keys(forbidden).toSorted()).toEqual(rules.toSorted());
});

test('every rule reports its examples, and none what is allowed', async () => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'boundaries-')));
  try {
    plant(folder, [...Object.values(forbidden).flat(), ...allowed]);
    const { violations } = (await cruised(folder, ['contract', 'server', 'web'])).summary;
    // A cycle is reported once, from one of its files.
    const reported = new Set(
      violations.flatMap(({ rule, from, cycle = [] }) =>
        [from, ...cycle.map(({ name }) => name)].map((file) => `${rule.name} ${file}`),
      ),
    );
    const missed = Object.entries(forbidden).flatMap(([rule, examples]) =>
      examples.filter(([from]) => !reported.has(`${rule} ${from}`)).map((each) => [rule, ...each]),
    );
    expect(missed).toEqual([]);
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
