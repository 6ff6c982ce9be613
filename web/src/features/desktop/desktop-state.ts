import type { Desktop, DesktopItem, DesktopState } from '@clipline/contract/schemas/desktop.ts';

/** A desktop as this page knows it: what was read, and the news since. */
export interface LiveDesktop {
  readonly desktop: Desktop | null;
  readonly items: readonly DesktopItem[];
  /** Ids of items that are gone: a read that began earlier may still bring them. */
  readonly gone: readonly string[];
}

export const NOTHING: LiveDesktop = { desktop: null, items: [], gone: [] };

type Layout = Pick<DesktopItem, 'position' | 'size' | 'version'>;

const newer = (a: DesktopItem, b: DesktopItem | undefined): DesktopItem =>
  b && b.version > a.version ? b : a;

/**
 * What the server sent, and what happened between call and reply. `before` is what was
 * known when the call was made.
 */
export function withRead(before: LiveDesktop, known: LiveDesktop, read: DesktopState): LiveDesktop {
  const goneSince = new Set(known.gone.filter((id) => !before.gone.includes(id)));
  const knownById = new Map(known.items.map((item) => [item.id, item]));
  const settled = new Set([...before.items, ...read.items].map(({ id }) => id));
  return {
    desktop: read.desktop,
    items: [
      ...read.items
        .filter(({ id }) => !goneSince.has(id))
        .map((item) => newer(item, knownById.get(item.id))),
      ...known.items.filter(({ id }) => !settled.has(id)),
    ],
    gone: [...goneSince],
  };
}

export function withItem(known: LiveDesktop, item: DesktopItem): LiveDesktop {
  const gone = known.gone.filter((id) => id !== item.id);
  if (!known.items.some(({ id }) => id === item.id))
    return { ...known, gone, items: [...known.items, item] };
  return {
    ...known,
    gone,
    items: known.items.map((other) => (other.id === item.id ? newer(item, other) : other)),
  };
}

export const withLayout = (known: LiveDesktop, id: string, layout: Layout): LiveDesktop => ({
  ...known,
  items: known.items.map((item) =>
    item.id === id && item.version < layout.version ? { ...item, ...layout } : item,
  ),
});

export const withoutItem = (known: LiveDesktop, id: string): LiveDesktop => ({
  ...known,
  items: known.items.filter((item) => item.id !== id),
  gone: known.gone.includes(id) ? known.gone : [...known.gone, id],
});

/** Whether a read would bring anything new. */
export const sameItems = (a: readonly DesktopItem[], b: readonly DesktopItem[]): boolean => {
  const versions = new Map(a.map(({ id, version }) => [id, version]));
  return a.length === b.length && b.every(({ id, version }) => versions.get(id) === version);
};
