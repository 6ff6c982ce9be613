import { MAX_BULK_IDS } from '@clipline/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { Copy, Download, type LucideIcon, Star, Tag, Trash2, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Entry } from '../../../capture/entry.ts';
import { WaitingEntry } from '../../../capture/waiting-entry.tsx';
import { useGridFocus, useGap } from '../../../lib/grid-focus.ts';
import { pressed, useShortcut } from '../../../lib/shortcuts.ts';
import { m } from '../../../paraglide/messages.js';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card, CardGrid } from '../../../ui/card.tsx';
import { copyAndTell } from '../../../ui/copy-text.ts';
import { toast } from '../../../ui/toast.ts';
import { basisOf } from '../../../things/card-look.ts';
import type { LiveClip } from '../../../things/clip.ts';
import { open } from '../overlays.ts';
import { downloadClips, type ListShown, readChosen, useBulk, useEndingLinks } from './bulk.api.ts';
import { ClipCard } from './clip-card.tsx';
import { useDeleteClip, useToggleFavorite } from './clip-mutations.api.ts';
import { type Selection, useSelection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  shown: ListShown;
}

type Work = (clips: readonly LiveClip[]) => Promise<void>;

function SelectionBar({ selection, shown }: SelectionBarProps) {
  const bulk = useBulk(shown, selection, selection.clear);
  const { count, all } = selection;
  const ending = useEndingLinks(shown, selection);
  const tooMany = count > MAX_BULK_IDS;

  const reading = useMutation({
    meta: { failed: m.clips_bulk_download_failed() },
    mutationFn: async ({ work }: { action: 'copy' | 'download'; work: Work }) =>
      work(await readChosen(shown, selection)),
  });
  const running = bulk.isPending
    ? bulk.variables.action
    : reading.isPending
      ? reading.variables.action
      : null;
  const withClips = (action: 'copy' | 'download', work: Work) => {
    if (tooMany) toast.error(m.clips_bulk_most({ max: MAX_BULK_IDS }));
    else reading.mutate({ action, work });
  };
  const copyAll = () =>
    withClips('copy', async (clips) => {
      const texts = clips.map(({ content }) => content).filter(Boolean);
      if (texts.length === 0) toast.error(m.clips_bulk_nothing_to_copy());
      else
        await copyAndTell(
          texts.join('\n\n'),
          m.clips_bulk_copied({ count: texts.length }),
          m.clips_copy_failed(),
        );
    });
  const tag = () =>
    open('tagMany', { count, onChosen: (action, tagId) => bulk.mutate({ action, tagId }) });
  const download = () => withClips('download', (clips) => downloadClips(clips.map(({ id }) => id)));
  const actions: readonly [string, LucideIcon, string, () => void][] = [
    ['favorite', Star, m.clips_bulk_favorite(), () => bulk.mutate({ action: 'favorite' })],
    ['tag', Tag, m.tags_tag(), tag],
    ['copy', Copy, m.clips_bulk_copy(), copyAll],
    ['download', Download, m.clips_download(), download],
    ['delete', Trash2, m.clips_delete(), () => bulk.mutate({ action: 'delete' })],
  ];

  return (
    <div className="pointer-events-none sticky bottom-[calc(var(--bottom-bar,0px)+1rem)] z-20 flex justify-center">
      <div
        role="region"
        aria-label={m.clips_selection()}
        className="pointer-events-auto flex max-w-full animate-appear flex-wrap items-center justify-center md:gap-1 rounded-card border border-line bg-raised p-1.5 shadow-float"
      >
        <p role="status" className="tabular px-2 text-sm font-medium text-ink">
          {m.clips_selected({ count })}
        </p>
        {!all && shown.total > count && (
          <Button variant="ghost" size="sm" onClick={selection.chooseAll}>
            {m.clips_select_all({ count: shown.total })}
          </Button>
        )}
        {actions.map(([action, icon, label, act]) => (
          <Action
            key={action}
            icon={icon}
            label={label}
            pending={running === action || (action === 'tag' && running === 'untag')}
            // One thing at a time: a second press would send it twice.
            onClick={() => running === null && act()}
          />
        ))}
        {ending > 0 && (
          <p role="status" className="px-2 text-sm text-warn">
            {m.clips_bulk_links_end({ count: ending })}
          </p>
        )}
        <IconButton icon={X} label={m.clips_select_none()} onClick={selection.clear} />
      </div>
    </div>
  );
}

interface ActionProps {
  icon: LucideIcon;
  label: string;
  pending: boolean;
  onClick: () => void;
}

function Action({ icon: Icon, label, pending, onClick }: ActionProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={pending}
      aria-label={label}
      className="max-md:min-w-10 max-md:px-2!"
      onClick={onClick}
    >
      {!pending && <Icon size={16} aria-hidden />}
      <span className="max-md:hidden">{label}</span>
    </Button>
  );
}

/** It has buttons of its own. */
const WAITING_BASIS = 300;
const NONE: readonly Entry[] = [];

export interface ClipGridProps {
  clips: readonly LiveClip[];
  waiting?: readonly Entry[];
  label: string;
  shown: ListShown;
}

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
      <CardGrid
        ref={list}
        gap={gap}
        label={label}
        items={[...waiting, ...clips]}
        basis={(thing) => ('state' in thing ? WAITING_BASIS : basisOf(thing))}
      >
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
