import type { Stored } from '@clipline/contract/schemas/account.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ClipboardList,
  FileUp,
  History,
  type LucideIcon,
  MessagesSquare,
  Monitor,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { failureText } from '../../lib/api-error.ts';
import { fileSize } from '../../lib/format.ts';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { m } from '../../paraglide/messages.js';
import { Button, IconButton } from '../../ui/button.tsx';
import { ArrowList } from '../../ui/card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Section, SectionUnread } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { ALWAYS_READ } from '../devices/devices.api.ts';
import { useEmptyTrash } from '../trash/trash.api.ts';
import { storageUse, useDeleteForever } from './storage.api.ts';
import { StorageUse } from './storage-use.tsx';

const FEW = 10;
/** Its words begin where the others do. */
const QUIET = '-ms-2.5 self-start touch:-ms-3';

interface Look {
  readonly icon: LucideIcon;
  /** Where it is to be seen. */
  readonly path?: (thing: Stored) => string;
}

const clipOrRoom = ({ id, of }: Stored) => (of === null ? `/clips/${id}` : `/rooms/${of}`);
const LOOKS: Readonly<Record<Stored['kind'], Look>> = {
  clip: { icon: ClipboardList, path: clipOrRoom },
  roomItem: { icon: MessagesSquare, path: clipOrRoom },
  desktopItem: { icon: Monitor, path: () => '/desktop' },
  history: { icon: History, path: clipOrRoom },
  trash: { icon: Trash2, path: () => '/trash' },
  upload: { icon: FileUp },
};

const keyOf = ({ kind, id }: Stored) => `${kind} ${id}`;

function titleOf({ kind, title }: Stored): string {
  const named = title || m.trash_untitled();
  return kind === 'history' ? m.account_storage_history_of({ title: named }) : named;
}

function Thing({ thing, onDelete }: { thing: Stored; onDelete: () => void }) {
  const { icon, path } = LOOKS[thing.kind];
  const title = titleOf(thing);
  const name = (
    <bdi translate="no" className="block truncate">
      {title}
    </bdi>
  );
  return (
    <li className="flex h-9 items-center gap-3 border-t border-line first:border-t-0 touch:h-12">
      <IconTile icon={icon} />
      <span className="min-w-0 flex-1 text-sm text-ink">
        {path ? (
          <Link to={path(thing)} className="block rounded-chip hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      <span className="tabular min-w-16 text-end text-xs text-muted">{fileSize(thing.bytes)}</span>
      <IconButton
        icon={Trash2}
        size="sm"
        tone="danger"
        label={m.trash_forever()}
        data-grid-item
        onClick={onDelete}
      />
    </li>
  );
}

function Largest({ things }: { things: readonly Stored[] }) {
  const [all, setAll] = useState(false);
  const remove = useDeleteForever();
  const shown = all ? things : things.slice(0, FEW);
  const { list, leaving, nextFocus } = useGridFocus(shown.map(keyOf));
  const ask = async (thing: Stored) => {
    const title = titleOf(thing);
    const sure = await confirm({
      title: m.trash_forever_title(),
      description: m.account_storage_forever_text({ title }),
      confirm: m.trash_forever(),
      finalFocus: nextFocus,
      act() {
        leaving(keyOf(thing));
        return remove.mutateAsync(thing);
      },
    });
    if (sure) toast.success(m.trash_removed(), title);
  };
  return (
    <div className="flex flex-col items-start gap-1">
      <h3 className="text-sm font-semibold">{m.account_storage_largest()}</h3>
      <ArrowList ref={list} label={m.account_storage_largest()} className="w-full">
        {shown.map((thing) => (
          <Thing key={keyOf(thing)} thing={thing} onDelete={() => void ask(thing)} />
        ))}
      </ArrowList>
      {shown.length < things.length && (
        <Button variant="ghost" size="sm" className={QUIET} onClick={() => setAll(true)}>
          {m.account_storage_all({ count: things.length })}
        </Button>
      )}
    </div>
  );
}

function EmptyTrash({ count }: { count: number }) {
  const client = useQueryClient();
  const empty = useEmptyTrash(() => void client.invalidateQueries());
  const ask = () =>
    void confirm({
      title: m.trash_empty_title(),
      description: m.trash_empty_text({ count }),
      confirm: m.trash_empty_all(),
      act: () => empty.mutateAsync().catch(() => undefined),
    });
  return (
    <Button variant="ghost" size="sm" className={QUIET} onClick={ask}>
      <Trash2 size={16} aria-hidden />
      {m.trash_empty_all()}
    </Button>
  );
}

export function StorageSection() {
  const { data, error, refetch } = useQuery({ ...storageUse, ...ALWAYS_READ });
  const isMeant = useLocation().hash === '#storage';
  const box = useRef<HTMLDivElement>(null);
  const isRead = data !== undefined;
  useEffect(() => {
    if (isMeant && isRead) box.current?.scrollIntoView();
  }, [isMeant, isRead]);
  const trash = data?.kinds.find(({ kind }) => kind === 'trash')?.count ?? 0;
  return (
    <div ref={box} className="scroll-mt-20">
      <Section title={m.account_storage()}>
        {data ? (
          <>
            <StorageUse {...data} />
            {trash > 0 && <EmptyTrash count={trash} />}
            {data.largest.length > 0 && <Largest things={data.largest} />}
          </>
        ) : (
          <SectionUnread
            failure={error && failureText(error, m.account_storage_failed())}
            onRetry={refetch}
          />
        )}
      </Section>
    </div>
  );
}
