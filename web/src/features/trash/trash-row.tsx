import type { TrashItem, TrashKind } from '@clipline/contract/schemas/trash.ts';
import {
  ClipboardList,
  type LucideIcon,
  MessagesSquare,
  Monitor,
  Undo2,
  Users,
} from 'lucide-react';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { fileSize, fullDate, relativeTimeWithin } from '../../lib/format.ts';
import { firstPress } from '../../lib/shortcuts.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time.ts';
import { m } from '../../paraglide/messages.js';
import { FromLink } from '../../things/from-link.tsx';
import { Button } from '../../ui/button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { toast } from '../../ui/toast.ts';
import { useRestore } from './trash.api.ts';

interface KindLook {
  readonly icon: LucideIcon;
  readonly name: () => string;
  readonly path?: (id: string) => string;
}

const LOOKS: Readonly<Record<TrashKind, KindLook>> = {
  clip: { icon: ClipboardList, name: () => m.trash_clip(), path: (id) => `/clips/${id}` },
  roomItem: { icon: MessagesSquare, name: () => m.trash_room_item() },
  desktopItem: { icon: Monitor, name: () => m.trash_desktop_item(), path: () => '/desktop' },
  room: { icon: Users, name: () => m.trash_room(), path: (id) => `/rooms/${id}` },
};

function leftText(goneAt: string, now = Date.now()): string {
  const left = new Date(goneAt).getTime() - now;
  if (left > DAY_MS) return m.trash_gone_days({ count: Math.ceil(left / DAY_MS) });
  return left > HOUR_MS
    ? m.trash_gone_hours({ count: Math.ceil(left / HOUR_MS) })
    : m.trash_gone_soon();
}

export const titleOf = ({ title }: TrashItem): string => title || m.trash_untitled();

export interface TrashRowProps {
  item: TrashItem;
  removing: boolean;
  onLeaving: () => void;
  onRemove: () => void;
}

export function TrashRow({ item, removing, onLeaving, onRemove }: TrashRowProps) {
  const label = useId();
  const navigate = useNavigate();
  const restore = useRestore();
  const { icon, name, path } = LOOKS[item.kind];
  const bringBack = async () => {
    await restore.mutateAsync(item);
    const open = () => void (path && navigate(path(item.id)));
    toast.success(
      m.trash_restored(),
      titleOf(item),
      path && { action: { label: m.trash_open(), onPress: open } },
    );
  };
  const act = () => {
    if (restore.isPending) return;
    onLeaving();
    // Callbacks of `mutate` would go with the row, which the list may lose before the reply comes.
    bringBack().catch(() => undefined);
  };
  return (
    // Its keys are those of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="article"
      aria-labelledby={label}
      aria-keyshortcuts="Enter Delete"
      // The arrows move between rows, so each must take focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-grid-item
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.repeat) return;
        if (event.key === 'Enter') act();
        if (event.key === 'Delete') onRemove();
      }}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control px-4 py-3 -outline-offset-2"
    >
      <div className="flex min-w-56 flex-1 items-center gap-3">
        <IconTile icon={icon} />
        <div className="min-w-0 flex-1">
          <p id={label} className="truncate text-sm font-medium text-ink">
            <bdi translate="no">{titleOf(item)}</bdi>
          </p>
          <FromLink via={item.via} />
          <p className="flex flex-wrap gap-x-1 text-sm text-muted">
            <span>{`${name()} · ${fileSize(item.bytes)} ·`}</span>
            {/* Where a line ends, the dot ends it. */}
            <span>
              <time dateTime={item.deletedAt} title={fullDate(item.deletedAt)}>
                {m.trash_deleted({ age: relativeTimeWithin(item.deletedAt) })}
              </time>
              {' ·'}
            </span>
            <time dateTime={item.goneAt} title={fullDate(item.goneAt)}>
              {leftText(item.goneAt)}
            </time>
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:ps-9">
        <Button size="sm" pending={restore.isPending} onClick={firstPress(act)}>
          {!restore.isPending && <Undo2 size={16} aria-hidden />}
          {m.trash_restore()}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className="text-danger!"
          pending={removing}
          onClick={onRemove}
        >
          {m.trash_forever()}
        </Button>
      </div>
    </div>
  );
}
