import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

const OURS = /\/(web\/src|contract\/src|lucide-react)\/|vite\/preload-helper/;
const MAIN = /\/src\/app\/main\.tsx$/;
const FRAME = /\/src\/app\/frame\.tsx$/;
const CHROME = /\/src\/app\/chrome\.tsx$/;
const PAGE = /-page\.tsx$/;
/** Pages that read no lists: the first visit to them stays small. */
const LIGHT_PAGE = /\/(landing|auth|email-confirmation|reset-password|not-found)-page\.tsx$/;
/** Where somebody without an account lands by a link. */
const SHARED_PAGE = /\/shared-clip-page\.tsx$/;
const CLIPS_PAGE = /\/features\/clips\/.*-page\.tsx$/;

/** In order: each takes along what it imports and no earlier one has. */
const CHUNKS = ['base', 'account', 'frame', 'clips', 'lists'] as const;
type Chunk = (typeof CHUNKS)[number];

/** Used by fewer pages, a module stays with those: a piece of everything would be loaded by all. */
const CLIPS_SHARE = 4;
const LISTS_SHARE = 5;

const isRoot = (id: string) => [MAIN, FRAME, CHROME, PAGE].some((root) => root.test(id));

/** What pulls a module in at once: pages and the frame, not the dialogs that load it when they open. */
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

/**
 * The piece that a module is loaded with. Dozens of chunks of a few hundred bytes compress badly, and one for everything brings a
 * visitor the code of the signed-in; so what many need comes in few pieces, by who needs it, and the rest with its page.
 */
function chunkOf(id: string, graph: Graph): Chunk | null {
  // An entry stays a file of its own, for the manifest to name.
  if (!OURS.test(id) || isRoot(id)) return null;
  const by = needers(id, graph);
  const light = by.filter((root) => LIGHT_PAGE.test(root)).length;
  const pages = by.length - light;
  if (by.some((root) => MAIN.test(root)) || (light > 0 && pages > 0)) return 'base';
  if (light > 0) return light > 2 ? 'account' : null;
  if (pages >= CLIPS_SHARE && by.every((root) => CLIPS_PAGE.test(root))) return 'clips';
  if (by.some((root) => FRAME.test(root)) || (pages >= CLIPS_SHARE && by.some((root) => SHARED_PAGE.test(root)))) return 'frame';
  return pages >= LISTS_SHARE ? 'lists' : null;
}

export const chunks: readonly Rolldown.CodeSplittingGroup[] = CHUNKS.map((chunk) => ({
  name: (id, graph) => (chunkOf(id, graph) === chunk ? chunk : null),
  debugName: chunk,
}));
