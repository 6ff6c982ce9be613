import { MAX_BULK_IDS } from '@clipline/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { Copy, Download, type LucideIcon, Star, Tag, Trash2, X } from 'lucide-react';
import { PHONE, useMediaQuery } from '../../../lib/browser.ts';
import { m } from '../../../paraglide/messages.js';
import type { LiveClip } from '../../../things/clip.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { copyAndTell } from '../../../ui/copy-text.ts';
import { toast } from '../../../ui/toast.ts';
import { open } from '../overlays.ts';
import { downloadClips, type ListShown, readChosen, useBulk, useEndingLinks } from './bulk.api.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  shown: ListShown;
}

type Work = (clips: readonly LiveClip[]) => Promise<void>;

/** What can be done with all that is selected. */
export function SelectionBar({ selection, shown }: SelectionBarProps) {
  const bulk = useBulk(shown, selection, selection.clear);
  const isPhone = useMediaQuery(PHONE);
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

  const selected = (
    <output className="tabular px-2 text-sm font-medium whitespace-nowrap text-ink">
      {m.clips_selected({ count })}
    </output>
  );
  const chooseAll = !all && shown.total > count && (
    <Button variant="ghost" size="sm" className="px-2! text-accent!" onClick={selection.chooseAll}>
      {m.clips_select_all({ count: shown.total })}
    </Button>
  );
  const clear = <IconButton icon={X} label={m.clips_select_none()} onClick={selection.clear} />;
  const ends = (
    <p
      role="status"
      className={classNames('text-sm whitespace-nowrap text-warn', ending > 0 && 'px-2')}
    >
      {ending > 0 && m.clips_bulk_links_end({ count: ending })}
    </p>
  );
  const buttons = actions.map(([action, icon, label, act]) => (
    <Action
      key={action}
      icon={icon}
      label={label}
      danger={action === 'delete'}
      pending={running === action || (action === 'tag' && running === 'untag')}
      // One thing at a time: a second press would send it twice.
      onClick={() => running === null && act()}
    />
  ));
  const region = { role: 'region', 'aria-label': m.clips_selection() };
  // In the place of the header and of the bottom bar, so that nothing is covered that is needed.
  if (isPhone)
    return (
      <div {...region}>
        <div className="fixed inset-x-0 top-0 z-30 flex h-14 animate-appear items-center gap-1 border-b border-line bg-canvas ps-2 pe-3">
          {clear}
          {selected}
          <span className="ms-auto">{chooseAll}</span>
        </div>
        <div className="fixed inset-x-0 bottom-0 z-30 animate-appear border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] text-center">
          {ends}
          <div className="flex h-16">{buttons}</div>
        </div>
      </div>
    );
  return (
    <div className="pointer-events-none sticky bottom-2 z-20 flex justify-center">
      <div
        {...region}
        className="pointer-events-auto flex min-h-12 max-w-full animate-appear flex-wrap items-center justify-center gap-1 rounded-card border border-line bg-raised px-1.5 shadow-float"
      >
        {selected}
        {chooseAll}
        <Divider />
        {buttons}
        {ends}
        <Divider />
        {clear}
      </div>
    </div>
  );
}

const Divider = () => <span aria-hidden className="mx-1 h-6 w-px bg-line" />;

interface ActionProps {
  icon: LucideIcon;
  label: string;
  danger: boolean;
  pending: boolean;
  onClick: () => void;
}

function Action({ icon: Icon, label, danger, pending, onClick }: ActionProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={pending}
      aria-label={label}
      className={classNames(
        'max-md:h-16! max-md:min-w-0 max-md:flex-1 max-md:shrink max-md:flex-col max-md:gap-1! max-md:px-0.5! max-md:text-[11px]',
        danger && 'text-danger!',
      )}
      onClick={onClick}
    >
      {!pending && <Icon size={16} aria-hidden className="max-md:size-5" />}
      <span className="max-w-full truncate">{label}</span>
    </Button>
  );
}
