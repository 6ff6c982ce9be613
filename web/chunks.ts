/** Which files the build makes: three of what pages share, by the pages that begin with it. */
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Rolldown } from 'vite';

type CodeSplittingGroup = Rolldown.CodeSplittingGroup;

/** What the pages of src/pages.ts begin with, by the names of their files; there is no index.html. */
export const entries = globSync('src/{app/{main,frame,navigation},**/*-page}.tsx', {
  cwd: import.meta.dirname,
});

type Modules = Parameters<Exclude<CodeSplittingGroup['name'], string>>[1];

/** Texts and icons are imported by way of a list of them all: who uses one says its name. */
const LISTED = /[\\/](\.texts|lucide-react)[\\/]/;
const words = new Map<string, ReadonlySet<string>>();

function isNamed(id: string, importer: string, modules: Modules): boolean {
  const said = words.get(importer) ?? new Set(modules.getModuleInfo(importer)?.code?.match(/\w+/g));
  words.set(importer, said);
  const { name } = path.parse(id);
  const icon = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return said.has(name) || said.has(icon);
}

function importersOf(id: string, modules: Modules): readonly string[] {
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return importers.flatMap((each) => (LISTED.test(each) ? importersOf(each, modules) : [each]));
}

const known = new Map<string, ReadonlySet<string>>();

/** The entries that cannot begin without a module. */
function usersOf(id: string, modules: Modules, above: ReadonlySet<string> = new Set()) {
  const found = known.get(id);
  if (found) return found;
  const entry = entries.find((each) => id === `${import.meta.dirname}/${each}`);
  const users = new Set(entry ? [path.basename(entry, '.tsx')] : []);
  for (const importer of importersOf(id, modules))
    if (!above.has(importer) && (!LISTED.test(id) || isNamed(id, importer, modules)))
      for (const user of usersOf(importer, modules, new Set([...above, id]))) users.add(user);
  known.set(id, users);
  return users;
}

/** A file of what these entries share; Rolldown splits the rest (decision 7). */
const fileOf = (
  name: string,
  priority: number,
  isShared: (users: ReadonlySet<string>) => boolean,
): CodeSplittingGroup => ({
  name: (id, modules) => (isShared(usersOf(id, modules)) ? name : null),
  priority,
  tags: ['$initial'],
});

export const groups = [
  // Of every page; the landing page and the sign-in screen need little more.
  fileOf(
    'start',
    3,
    (users) =>
      users.has('main') ||
      (users.size > 1 && (users.has('landing-page') || users.has('auth-page'))),
  ),
  // Of the pages in the app's frame, for a visitor too.
  fileOf(
    'frame',
    2,
    (users) => users.has('frame') || (users.size > 1 && users.has('shared-clip-page')),
  ),
  fileOf('signed-in', 1, (users) => users.has('navigation') || users.size > 3),
];
