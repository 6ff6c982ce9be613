/** Which files the build makes: six of what pages share, by the pages that begin with it. */
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Rolldown } from 'vite';

type CodeSplittingGroup = Rolldown.CodeSplittingGroup;
type Modules = Parameters<Exclude<CodeSplittingGroup['name'], string>>[1];

/** What the pages of src/pages.ts begin with, by the names of their files; there is no index.html. */
export const entries = globSync('src/{app/{main,frame,navigation},**/*-page}.tsx', {
  cwd: import.meta.dirname,
});

/** Texts and icons are imported by way of a list of them all: who uses one says its name. */
const LIST =
  /[\\/](\.texts[\\/]messages([\\/]_index)?|lucide-react[\\/]dist[\\/]esm[\\/](lucide-react|icons[\\/]index))\.m?js$/;

const nameOf = (id: string): string =>
  path.parse(id).name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The modules below a list, by the names that their users say. */
function listedIn(list: string, modules: Modules): Map<string, string> {
  const found = new Map<string, string>();
  for (const id of modules.getModuleInfo(list)?.importedIds ?? [])
    if (LIST.test(id)) for (const [name, each] of listedIn(id, modules)) found.set(name, each);
    else found.set(path.parse(id).name, id).set(nameOf(id), id);
  return found;
}

const lists = new Map<string, ReadonlyMap<string, string>>();
const imported = new Map<string, readonly string[]>();

/** What a module cannot begin without. */
function importsOf(id: string, modules: Modules): readonly string[] {
  const known = imported.get(id);
  if (known) return known;
  const { importedIds = [], code } = modules.getModuleInfo(id) ?? {};
  const found = importedIds.filter((each) => !LIST.test(each));
  for (const list of importedIds.filter((each) => LIST.test(each))) {
    const listed = lists.get(list) ?? listedIn(list, modules);
    lists.set(list, listed);
    for (const [word] of code?.matchAll(/\w+/g) ?? []) {
      const one = listed.get(word);
      if (one !== undefined) found.push(one);
    }
  }
  imported.set(id, found);
  return found;
}

let usersOf: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The entries that cannot begin without a module, by its id. */
function findUsers(modules: Modules): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const entry of entries) {
    const user = path.basename(entry, '.tsx');
    const waiting = [`${import.meta.dirname}/${entry}`];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const known = found.get(id) ?? new Set();
      if (known.has(user)) continue;
      found.set(id, known.add(user));
      waiting.push(...importsOf(id, modules));
    }
  }
  return found;
}

/** A file of what these entries share; Rolldown splits the rest (decision 7). */
const fileOf = (
  name: string,
  priority: number,
  isShared: (users: ReadonlySet<string>) => boolean,
): CodeSplittingGroup => ({
  name: (id, modules) => {
    usersOf ??= findUsers(modules);
    const users = usersOf.get(id);
    return users && isShared(users) ? name : null;
  },
  debugName: name,
  priority,
  tags: ['$initial'],
});

const pagesOfOneClip = new Set(['shared-clip-page', 'link-page', 'new-clip-page']);
const isOfOneClip = (users: ReadonlySet<string>): boolean =>
  [...users].every((user) => pagesOfOneClip.has(user));

export const groups = [
  // Of every page; the landing page and the sign-in screen need little more.
  fileOf(
    'start',
    4,
    (users) =>
      users.has('main') ||
      (users.size > 1 && users.has('landing-page')) ||
      // What changes how one signs in shares little with the screen that signs in.
      (users.has('auth-page') && (users.size > 4 || users.has('account-page'))),
  ),
  // Of the pages that sign in; whoever has done so never needs it.
  fileOf(
    'sign-in',
    3,
    (users) => users.size > 1 && users.has('auth-page') && !users.has('desktop-page'),
  ),
  // Of the pages in the app's frame, for a visitor too.
  fileOf(
    'frame',
    2,
    (users) => users.has('frame') || (users.has('shared-clip-page') && !isOfOneClip(users)),
  ),
  fileOf('signed-in', 1, (users) => users.has('navigation') || users.size > 3),
  fileOf('clip', 0, (users) => users.size > 1 && isOfOneClip(users)),
  // Of the lists of clips: what they share is many small parts.
  fileOf('clips', 0, (users) => users.has('dashboard-page') && users.has('clips-page')),
];
