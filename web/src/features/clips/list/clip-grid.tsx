import type { KeyboardEvent } from 'react';
import { pressed } from '../../../lib/keys.ts';
import type { Entry } from '../../../capture/entry.ts';
import { WaitingEntry } from '../../../capture/waiting-entry.tsx';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { useHeldCard } from '../../../lib/held-card.ts';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { Card } from '../../../ui/card.tsx';
import { CardGrid } from '../../../ui/card-grid.tsx';
import type { LiveClip } from '../clip-shape.ts';
import type { ListShown } from './bulk.api.ts';
import { ClipCard } from './clip-card.tsx';
import { useDeleteClip, useToggleFavorite } from './clip-mutations.api.ts';
import { open } from '../overlays.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';

const NONE: readonly Entry[] = [];

export interface ClipGridProps {
  clips: readonly LiveClip[];
  /** What is not saved yet, and stands above. */
  waiting?: readonly Entry[];
  label: string;
  /** What the list is a part of. */
  shown: ListShown;
}

/** What a list shows, whichever page of it. */
function keyOf({ source, query }: ListShown): string {
  const { page: _page, pageSize: _pageSize, ...filter } = query;
  return JSON.stringify([source, filter]);
}

/**
 * Cards that arrows move between and Enter opens, and that can be selected. A card that goes hands
 * focus to the one that takes its place.
 */
export function ClipGrid({ clips, waiting = NONE, label, shown }: ClipGridProps) {
  const toggleFavorite = useToggleFavorite();
  const deleteClip = useDeleteClip();
  const { list, leaving } = useGridFocus(clips.map(({ id }) => id));
  const { held, hold } = useHeldCard(list);
  const selection = useSelection(clips, shown.total, keyOf(shown));
  const isSelecting = selection.count > 0;
  useShortcut('a', selection.choosePage, { withControl: true });
  useShortcut('Escape', selection.clear, { enabled: isSelecting });

  const handlers = {
    onFavorite(chosen: LiveClip) {
      leaving(chosen.id);
      hold(chosen.id);
      toggleFavorite(chosen);
    },
    onShare: ({ id }: LiveClip) => open('share', { clipId: id }),
    onDelete(chosen: LiveClip) {
      leaving(chosen.id);
      hold(chosen.id);
      deleteClip(chosen);
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { clip: id } = (event.target as HTMLElement).dataset;
    const clip = clips.find((each) => each.id === id);
    if (!clip || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const act = {
      x: () => selection.toggle(clip, event.shiftKey),
      s: () => handlers.onShare(clip),
      f: () => handlers.onFavorite(clip),
      Delete: () => handlers.onDelete(clip),
    }[pressed(event)];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    // The keys act on the card that has focus.
    <div role="presentation" className="flex flex-col gap-4" onKeyDown={onKeyDown}>
      <CardGrid ref={list} held={held} label={label} items={[...waiting, ...clips]}>
        {(thing) =>
          'state' in thing ? (
            <WaitingCard entry={thing} />
          ) : (
            <ClipCard
              clip={thing}
              search={shown.query.search ?? ''}
              selected={selection.has(thing.id)}
              selecting={isSelecting}
              onSelect={selection.toggle}
              {...handlers}
            />
          )
        }
      </CardGrid>
      {isSelecting && <SelectionBar selection={selection} shown={shown} />}
    </div>
  );
}

function WaitingCard({ entry }: { entry: Entry }) {
  return (
    <Card role="article" className="h-full border-dashed">
      <WaitingEntry entry={entry} />
    </Card>
  );
}
