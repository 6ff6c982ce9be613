/** Who may import whom: the rules of .dependency-cruiser.mjs, shown to work and then applied. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  cpSync,
  existsSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import settings from '../.dependency-cruiser.mjs';
import { allowed, forbidden } from './boundary-examples.mjs';
import { inProject, root } from './project.mjs';

/** @import { ICruiseResult } from 'dependency-cruiser' */

const FOLDERS = ['contract/src', 'server/src', 'server/testing', 'web/src', 'e2e', 'bench'];

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

/** Every example must be judged as it says: a rule that lost its grip is worse than none. */
async function problemsOfTheRules() {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'boundaries-')));
  try {
    const planted = Object.entries(forbidden).flatMap(([rule, examples]) =>
      examples.map(([from, to]) => ({ rule, from, to })),
    );
    plant(folder, [...planted, ...allowed.map(([from, to]) => ({ from, to }))]);
    const { violations } = (await cruised(folder, ['contract', 'server', 'web'])).summary;
    // A cycle is reported once, from one of its files.
    const reported = new Set(
      violations.flatMap(({ rule, from, cycle = [] }) =>
        [from, ...cycle.map(({ name }) => name)].map((file) => `${rule.name} ${file}`),
      ),
    );
    const innocent = new Set(allowed.map(([from]) => from));
    return [
      ...settings.forbidden
        .filter(({ name }) => !(name in forbidden))
        .map(({ name }) => `the rule ${name} has no example in scripts/boundary-examples.mjs`),
      ...planted
        .filter(({ rule, from }) => !reported.has(`${rule} ${from}`))
        .map(({ rule, from, to }) => `the rule ${rule} does not catch ${from} importing ${to}`),
      ...violations
        .filter(({ from }) => innocent.has(from))
        .map(
          ({ rule, from, to }) =>
            `the rule ${rule.name} reports ${from} importing ${to}, which is allowed`,
        ),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @param {{ from?: string | undefined, to?: string | undefined }[]} imports
 */
function plant(folder, imports) {
  symlinkSync(inProject('node_modules'), path.join(folder, 'node_modules'), 'junction');
  for (const workspace of ['.', 'contract', 'server', 'web']) {
    mkdirSync(path.join(folder, workspace), { recursive: true });
    cpSync(inProject(workspace, 'package.json'), path.join(folder, workspace, 'package.json'));
  }
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const { from = '', to = '' } of imports) {
    files.set(from, `${files.get(from) ?? ''}import ${JSON.stringify(to)};\n`);
    const target = path.posix.join(path.posix.dirname(from), to);
    if (to.startsWith('.') && !to.includes('nowhere') && !files.has(target)) files.set(target, '');
  }
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text || 'export {};\n');
  }
}

async function problemsOfTheTree() {
  const folders = FOLDERS.filter((folder) => existsSync(inProject(folder)));
  const { modules, summary } = await cruised(root, folders);
  const seen = new Set(modules.map(({ source }) => source));
  const unseen = folders.flatMap(sourcesBelow).filter((file) => !seen.has(file));
  if (unseen.length > 0)
    return [
      `${unseen.length} source files were not read, ${unseen[0]} for one: the parser does not work`,
    ];
  console.log(
    `${modules.length} modules, ${summary.totalDependenciesCruised ?? 0} imports, ${settings.forbidden.length} rules`,
  );
  return summary.violations.map(({ rule, from, to, cycle }) => {
    const comment = settings.forbidden.find(({ name }) => name === rule.name)?.comment;
    const imported = cycle
      ? `is part of a cycle: ${[from, ...cycle.map(({ name }) => name)].join(' → ')}`
      : `may not import ${to}`;
    return `${from} ${imported}\n    ${rule.name}: ${comment}`;
  });
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesBelow(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'),
    )
    .map((entry) =>
      path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    );
}

const problems = [...(await problemsOfTheRules()), ...(await problemsOfTheTree())];
for (const problem of problems) console.error(`  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
