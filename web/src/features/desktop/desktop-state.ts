import type { Desktop } from '@clipline/contract/schemas/desktop.ts';
import type { Block } from '../../things/content.ts';

export interface LiveDesktop {
  readonly desktop: Desktop | null;
  readonly items: readonly Block[];
  /**
   * Items that are gone, by id, with the version at which they went: a read or news from before may
   * still bring them. 0 while the server has not confirmed it.
   */
  readonly gone: Readonly<Record<string, number>>;
}

export const NOTHING: LiveDesktop = { desktop: null, items: [], gone: {} };

type Change = Pick<Block, 'position' | 'size' | 'version'> & {
  readonly content?: string | undefined;
};

const newer = (a: Block, b: Block | undefined): Block => (b && b.version > a.version ? b : a);

/**
 * What the server sent, and what happened between call and reply. `before` is what was
 * known when the call was made.
 */
export function withRead(
  before: LiveDesktop,
  known: LiveDesktop,
  read: Pick<LiveDesktop, 'desktop' | 'items'>,
): LiveDesktop {
  const goneSince = Object.fromEntries(
    Object.entries(known.gone).filter(([id]) => !(id in before.gone)),
  );
  const knownById = new Map(known.items.map((item) => [item.id, item]));
  const settled = new Set([...before.items, ...read.items].map(({ id }) => id));
  return {
    desktop: read.desktop,
    items: [
      ...read.items
        .filter(({ id }) => !(id in goneSince))
        .map((item) => newer(item, knownById.get(item.id))),
      ...known.items.filter(({ id }) => !settled.has(id)),
    ],
    gone: goneSince,
  };
}

export function withItem(known: LiveDesktop, item: Block): LiveDesktop {
  const { [item.id]: goneAt = 0, ...gone } = known.gone;
  if (item.version <= goneAt) return known;
  if (!known.items.some(({ id }) => id === item.id))
    return { ...known, gone, items: [...known.items, item] };
  return {
    ...known,
    gone,
    items: known.items.map((other) => (other.id === item.id ? newer(item, other) : other)),
  };
}

/** What was changed last lies on top, and so stands last. */
export function withChange(
  known: LiveDesktop,
  id: string,
  { position, size, version, content }: Change,
): LiveDesktop {
  const item = known.items.find((each) => each.id === id);
  if (!item || item.version >= version) return known;
  const changed = { ...item, position, size, version, content: content ?? item.content };
  return { ...known, items: [...known.items.filter((each) => each !== item), changed] };
}

export function withoutItem(known: LiveDesktop, id: string, version = 0): LiveDesktop {
  // It was brought back since.
  if (known.items.some((item) => item.id === id && version > 0 && item.version > version))
    return known;
  return {
    ...known,
    items: known.items.filter((item) => item.id !== id),
    gone: { ...known.gone, [id]: Math.max(version, known.gone[id] ?? 0) },
  };
}

type Versioned = Pick<Block, 'id' | 'version'>;

export const sameItems = (a: readonly Versioned[], b: readonly Versioned[]): boolean => {
  const versions = new Map(a.map(({ id, version }) => [id, version]));
  return a.length === b.length && b.every(({ id, version }) => versions.get(id) === version);
};
