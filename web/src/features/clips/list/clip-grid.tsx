import type { KeyboardEvent } from 'react';
import type { Entry } from '../../../capture/entry.ts';
import { WaitingEntry } from '../../../capture/waiting-entry.tsx';
import { PHONE, useMediaQuery, whenIdle } from '../../../lib/browser.ts';
import { useGridFocus, useGap } from '../../../lib/grid-focus.ts';
import { pressed, useShortcut } from '../../../lib/shortcuts.ts';
import { basisOf } from '../../../things/card-look.ts';
import type { LiveClip } from '../../../things/clip.ts';
import { Card, CardGrid } from '../../../ui/card.tsx';
import { lazyPart } from '../../../ui/lazy.tsx';
import { open as openDevices } from '../../devices/overlays.ts';
import { open } from '../overlays.ts';
import type { ListShown } from './bulk.api.ts';
import { ClipCard } from './clip-card.tsx';
import { useDeleteClip, useToggleFavorite } from './clip-mutations.api.ts';
import type { ClipRows } from './clip-row.tsx';
import { useSelection } from './use-selection.ts';

const SelectionBar = lazyPart(() => import('./selection-bar.tsx'), 'SelectionBar');
whenIdle(SelectionBar.preload);

/** It has buttons of its own. */
const WAITING_BASIS = 300;
const NONE: readonly Entry[] = [];

export interface ClipGridProps {
  clips: readonly LiveClip[];
  waiting?: readonly Entry[];
  label: string;
  shown: ListShown;
  rows: ClipRows | undefined;
}

function keyOf({ source, query }: ListShown): string {
  const { page: _page, pageSize: _pageSize, ...filter } = query;
  return JSON.stringify([source, filter]);
}

/**
 * Cards or rows that arrows move between and Enter opens, and that can be selected. A card that goes hands
 * focus to the one that takes its place.
 */
export function ClipGrid({ clips, waiting = NONE, label, shown, rows }: ClipGridProps) {
  const isPhone = useMediaQuery(PHONE);
  const toggleFavorite = useToggleFavorite();
  const deleteClip = useDeleteClip();
  const { list, leaving } = useGridFocus(clips.map(({ id }) => id));
  const { gap, leaveGap } = useGap(list);
  const selection = useSelection(clips, shown.total, keyOf(shown));
  const isSelecting = selection.count > 0;
  useShortcut('a', selection.choosePage, { withControl: true });
  useShortcut('Escape', selection.clear, { enabled: isSelecting });

  const handlers = {
    onFavorite(chosen: LiveClip) {
      leaving(chosen.id);
      leaveGap(chosen.id);
      toggleFavorite(chosen);
    },
    onShare: ({ id }: LiveClip) => open('share', { clipId: id }),
    onDelete(chosen: LiveClip) {
      leaving(chosen.id);
      leaveGap(chosen.id);
      deleteClip(chosen);
    },
  };
  const propsOf = (clip: LiveClip) => ({
    clip,
    search: shown.query.search ?? '',
    selected: selection.has(clip.id),
    selecting: isSelecting,
    onSelect: selection.toggle,
    ...handlers,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const { clip: id } = (event.target as HTMLElement).dataset;
    const clip = clips.find((each) => each.id === id);
    if (!clip || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const act = {
      x: () => selection.toggle(clip, event.shiftKey),
      s: () => handlers.onShare(clip),
      d: () => openDevices('send', { clipId: clip.id }),
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
      {rows ? (
        <rows.List ref={list} gap={gap} label={label} items={[...waiting, ...clips]}>
          {(thing) =>
            'state' in thing ? (
              <div className="mx-4 my-2 md:mx-2.5">
                <WaitingCard entry={thing} />
              </div>
            ) : (
              <rows.Row narrow={isPhone} {...propsOf(thing)} />
            )
          }
        </rows.List>
      ) : (
        <CardGrid
          ref={list}
          gap={gap}
          label={label}
          items={[...waiting, ...clips]}
          basis={(thing) => ('state' in thing ? WAITING_BASIS : basisOf(thing))}
        >
          {(thing) =>
            'state' in thing ? <WaitingCard entry={thing} /> : <ClipCard {...propsOf(thing)} />
          }
        </CardGrid>
      )}
      {isSelecting && <SelectionBar selection={selection} shown={shown} />}
    </div>
  );
}

function WaitingCard({ entry }: { entry: Entry }) {
  return (
    <Card role="article" className="flex h-full border-dashed p-0! md:min-h-40">
      <WaitingEntry entry={entry} />
    </Card>
  );
}
