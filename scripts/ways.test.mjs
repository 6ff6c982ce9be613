/**
 * A press reaches the wire through few files and hops, so that whoever follows it keeps it in the
 * head: counted are the files that lie on a way of imports from its component to lib/api.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.join(import.meta.dirname, '../web/src');
const wire = path.join(source, 'lib/api.ts');

/** What is imported by type alone, or loaded later, is no step on the way. */
const IMPORT = /^(?:import|export) (?!type )([^;]*?) from '(\.[^']+)';/gms;
const isOfTypes = (/** @type {string} */ names) => /^\{(\s*type \w+,?)+\s*\}$/.test(names);

/** @param {string} file */
const importsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)]
    .filter(([, names = '']) => !isOfTypes(names))
    .map(([, , to = '']) => path.resolve(path.dirname(file), to))
    .filter((to) => !to.includes('/paraglide/') && existsSync(to));

/** @param {string} from */
function waysFrom(from) {
  /** @type {Map<string, string[]>} */
  const imports = new Map();
  let hops = 0;
  for (let next = [from], at = 0; next.length > 0; at++) {
    for (const file of next) imports.set(file, importsOf(file));
    next = [...new Set(next.flatMap((file) => imports.get(file) ?? []))].filter(
      (file) => !imports.has(file),
    );
    if (next.includes(wire)) hops = at + 1;
  }
  const onTheWay = new Set([wire]);
  for (let before = 0; before < onTheWay.size;) {
    before = onTheWay.size;
    for (const [file, to] of imports) if (to.some((each) => onTheWay.has(each))) onTheWay.add(file);
  }
  return { files: [...onTheWay].map((file) => path.relative(source, file)), hops };
}

test.each([
  ['Save a clip', 'features/clips/new-clip-page.tsx'],
  ['Add Content', 'features/rooms/room-page.tsx'],
  ['Add to a desktop', 'features/desktop/shared-desktop-page.tsx'],
  ['paste anywhere', 'capture/capture-area.tsx'],
  ['open a link', 'features/links/link-page.tsx'],
])('%s: at most 16 files and five hops', (_, component) => {
  const { files, hops } = waysFrom(path.join(source, component));
  expect(files).toContain(component);
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(16);
  expect(hops).toBeGreaterThan(0);
  expect(hops).toBeLessThanOrEqual(5);
});
