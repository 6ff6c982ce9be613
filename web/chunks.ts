import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

const GROUPED = /\/(web\/src|contract\/src|lucide-react|@tanstack\/[\w-]+)\/|vite\/preload-helper/;
const MAIN = /\/src\/app\/main\.tsx$/;
const FRAME = /\/src\/app\/frame\.tsx$/;
const CHROME = /\/src\/app\/chrome\.tsx$/;
const PAGE = /-page\.tsx$/;
/** Pages that read no lists: the first visit to them stays small. */
const LIGHT_PAGE = /\/(landing|auth|email-confirmation|reset-password|not-found)-page\.tsx$/;
const CLIPS_PAGE = /\/features\/clips\/.*-page\.tsx$/;
const CLIP_LIST_PAGE = /\/(dashboard|clips|favorites)-page\.tsx$/;
/** Pages of cards with filters above them. */
const CARDS_PAGE = /\/(dashboard|clips|favorites|rooms)-page\.tsx$/;
/** Where somebody without an account lands by a link. */
const SHARED_PAGE = /\/shared-clip-page\.tsx$/;

/** What fewer pages need is no business of the others. */
const SHARED_BY = { signIn: 3, clips: 4, lists: 4 };

/** Whatever is loaded at some moment, and needs its own file in the manifest. */
const isRoot = (id: string) => [MAIN, FRAME, CHROME, PAGE].some((root) => root.test(id));

/**
 * What pulls a module in at once: pages and the frame, not the dialogs that load it when they open.
 */
function needers(id: string, graph: Graph): string[] {
  const found: string[] = [];
  const visited = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    if (isRoot(next)) found.push(next);
    waiting.push(...(graph.getModuleInfo(next)?.importers ?? []));
  }
  return found;
}

/** What many need, in few pieces; each takes along what it imports and no earlier one has. */
const COMMON = ['base', 'landing-and-app', 'sign-in', 'frame', 'lists', 'clip-pages'] as const;

function commonChunk(by: readonly string[]): (typeof COMMON)[number] | null {
  const some = (root: RegExp) => by.some((id) => root.test(id));
  const light = by.filter((id) => LIGHT_PAGE.test(id)).length;
  const pages = by.length - light;
  // Who comes by a link to a clip reads neither prices nor forms.
  if (light > 0 && pages > 0 && ![MAIN, FRAME, SHARED_PAGE].some(some)) return 'landing-and-app';
  if (some(MAIN) || (light > 0 && pages > 0)) return 'base';
  if (light > 0) return light >= SHARED_BY.signIn ? 'sign-in' : null;
  if (pages >= SHARED_BY.clips && by.every((id) => CLIPS_PAGE.test(id))) return 'clip-pages';
  if (some(FRAME) || (pages >= SHARED_BY.clips && some(SHARED_PAGE))) return 'frame';
  // Nobody else shows cards: what only these need is no business of a desktop or a room.
  if (by.every((id) => CARDS_PAGE.test(id))) return null;
  return pages >= SHARED_BY.lists || (pages > 1 && some(CHROME)) ? 'lists' : null;
}

const nameOf = (root: string) => root.replace(/^.*\/|(-page)?\.tsx$/g, '');

/** What the same few pages need, whichever dialogs need parts of it too. */
const ownChunk = (by: readonly string[]) => `${by.map(nameOf).toSorted().join('-')}-parts`;

function group(
  debugName: string,
  name: (by: readonly string[]) => string | null,
): Rolldown.CodeSplittingGroup {
  return {
    debugName,
    name: (id, graph) => (GROUPED.test(id) && !isRoot(id) ? name(needers(id, graph)) : null),
  };
}

const neededBy = (count: number) =>
  group(`needed by ${count}`, (by) => (by.length === count ? ownChunk(by) : null));

/**
 * The pieces that modules are loaded in. Left alone they would be cut wherever one dialog needs
 * less than its page, and dozens of chunks of a few hundred bytes compress badly; one piece for
 * everything would bring a visitor the code of the signed-in. So they are cut by the pages that
 * need them, what more pages need first, as a piece takes along what it imports.
 */
export const chunks: readonly Rolldown.CodeSplittingGroup[] = [
  ...COMMON.map((chunk) => group(chunk, (by) => (commonChunk(by) === chunk ? chunk : null))),
  neededBy(4),
  group('clip lists', (by) =>
    by.length > 1 && by.every((id) => CLIP_LIST_PAGE.test(id)) ? 'clip-lists' : null,
  ),
  ...[3, 2, 1].map(neededBy),
];
