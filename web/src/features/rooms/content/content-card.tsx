import { findFirst, searchWords } from '@clipline/contract/folding.ts';
import { can } from '@clipline/contract/room-roles.ts';
import { languageOf } from '@clipline/contract/text-kinds.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Download, Eye, History, Pencil, Trash2 } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { CardHead, textStyle, usePicture } from '../../../things/content-card.tsx';
import { kindOf } from '../../../things/content.ts';
import { fileSize } from '../../../lib/format.ts';
import { leadingTo, marksIn } from '../../../lib/text.ts';
import { ReadText } from '../../../things/reading/text-view.tsx';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { copyAndTell } from '../../../ui/copy-text.ts';
import { FileIcon } from '../../../things/files.tsx';
import { SecretText } from '../../../things/secret.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { LinkedText, Marked, useBeginning } from '../../../ui/text.tsx';
import { useUser } from '../../../session/session.ts';
import { open } from '../overlays.ts';
import { useOpenRoom } from '../room-context.ts';
import { type RoomItem, roomKeys } from '../rooms.api.ts';

/** Six lines show at first; a text can be half a megabyte. */
const EXCERPT = 1200;
/** What those lines surely show. */
const NEAR = 160;

function TextBody({
  text,
  mono,
  labelId,
  search,
  excerpt,
}: {
  text: string;
  mono: boolean;
  labelId: string;
  search: string;
  excerpt: string | undefined;
}) {
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  const beginning = text.slice(0, EXCERPT);
  const isFar = excerpt !== undefined && !findFirst(text.slice(0, NEAR), searchWords(search));
  const shown = isFar ? leadingTo(excerpt, search) : beginning;
  const opened = useBeginning(text);
  const visible = whole ? opened.shown : shown;
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (element && !whole)
      setCut(text.length > EXCERPT || element.scrollHeight > element.clientHeight + 1);
  }, [text, whole]);
  // What was looked for is selected and in sight, as on the page of a clip.
  useLayoutEffect(() => {
    const hit = whole && body.current?.querySelector('mark');
    if (!hit) return;
    body.current?.focus({ preventScroll: true });
    getSelection()?.selectAllChildren(hit);
    hit.scrollIntoView({ block: 'center' });
  }, [whole]);
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <div
        ref={body}
        id={labelId}
        dir="auto"
        translate="no"
        // A long text scrolls in here, and the keyboard must get there to scroll.
        {...(whole && { tabIndex: 0, role: 'group', 'aria-label': m.rooms_whole_text() })}
        className={classNames(
          'w-full min-w-0 wrap-anywhere text-ink',
          textStyle(mono),
          whole ? 'max-h-[60dvh] overflow-y-auto' : 'line-clamp-6',
        )}
      >
        <SecretText text={text}>
          {search.trim() === '' ? (
            <ReadText text={visible} language={whole ? languageOf(text) : 'text'}>
              <LinkedText text={visible} />
            </ReadText>
          ) : (
            <Marked text={visible} marks={marksIn(visible, search)} />
          )}
        </SecretText>
      </div>
      {whole && opened.more}
      {cut && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="-ms-1 rounded-chip px-1 py-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-11"
        >
          {whole ? m.rooms_show_less() : m.rooms_show_more()}
        </button>
      )}
    </div>
  );
}

interface FileBodyProps {
  file: StoredFile;
  labelId: string;
  search: string;
  onPreview: () => void;
}

function FileBody({ file, labelId, search, onPreview }: FileBodyProps) {
  const { room } = useOpenRoom();
  const client = useQueryClient();
  const { name, type, size } = file;
  const picture = usePicture(
    file,
    () => void client.invalidateQueries({ queryKey: roomKeys.content(room.id) }),
  );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {picture && (
        // The buttons below offer it to the keyboard.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={onPreview}
          className="overflow-hidden rounded-control border border-line bg-sunken"
        >
          <img {...picture} alt="" loading="lazy" className="h-28 w-full object-cover" />
        </button>
      )}
      <div className="flex min-h-9 min-w-0 items-center gap-3 rounded-control bg-sunken px-2.5 py-1.5">
        <FileIcon name={name} type={type} />
        <p
          id={labelId}
          className="min-w-0 flex-1 truncate text-sm font-medium text-ink"
          title={name}
        >
          <bdi translate="no">
            <Marked text={name} marks={marksIn(name, search)} />
          </bdi>
        </p>
        <span className="tabular text-xs whitespace-nowrap text-muted">{fileSize(size)}</span>
      </div>
    </div>
  );
}

export interface ContentCardProps {
  item: RoomItem;
  linked: boolean;
  search: string;
  onDownload: (file: StoredFile) => void;
  onOpen: (picture: StoredFile) => void;
  onDelete: () => void;
}

export function ContentCard(props: ContentCardProps) {
  const { item, linked, search, onDownload, onOpen, onDelete } = props;
  const label = useId();
  const { room, role } = useOpenRoom();
  const mine = useUser()?.id === item.user.id;
  const [file] = item.files;
  const remove = can(role, 'deleteContent') ? onDelete : undefined;
  const copy = () => void copyAndTell(item.content, m.rooms_copied());
  const save = () => file && onDownload(file);
  const preview = () => file && onOpen(file);
  const edit = () => open('edit', { roomId: room.id, item, onContinue: edit });
  const kind = kindOf(item);
  const picture = kind === 'image';
  return (
    <Card
      role="article"
      aria-labelledby={label}
      // The arrows move between cards, so each must take focus.
      tabIndex={0}
      aria-keyshortcuts="Enter c Delete"
      data-grid-item
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.repeat) return;
        if (event.key === 'Delete') remove?.();
        if (event.key !== 'Enter') return;
        if (!file) copy();
        else if (picture) preview();
        else save();
      }}
      className={classNames('flex h-full min-w-0 flex-col gap-3 pb-2!', linked && 'border-accent!')}
    >
      <CardHead kind={kind}>
        <span className="text-sm whitespace-nowrap text-muted">
          {item.version > 1 && <span>{m.rooms_edited()} · </span>}
          <RelativeTime time={item.createdAt} />
        </span>
      </CardHead>
      {file ? (
        <FileBody file={file} labelId={label} search={search} onPreview={preview} />
      ) : (
        <TextBody
          text={item.content}
          mono={kind === 'code'}
          labelId={label}
          search={search}
          excerpt={item.match?.where === 'text' ? item.match.excerpt : undefined}
        />
      )}
      <div className="-mx-2 mt-auto flex items-center gap-0.5">
        <span className="flex min-w-0 flex-1 items-center gap-2 ps-2" title={item.user.email}>
          <Avatar name={item.user.name || item.user.email} size="sm" />
          <span className="truncate text-sm text-muted">
            <bdi translate="no">{item.user.name || item.user.email}</bdi>
            {mine && <span> {m.rooms_you()}</span>}
          </span>
        </span>
        {!file && <IconButton icon={Copy} data-copy label={m.rooms_copy()} onClick={copy} />}
        {picture && <IconButton icon={Eye} label={m.rooms_preview()} onClick={preview} />}
        {file && <IconButton icon={Download} label={m.rooms_download()} onClick={save} />}
        {!file && item.version > 1 && can(role, 'seeVersions') && (
          <IconButton
            icon={History}
            label={m.history_title()}
            onClick={() => open('history', { room, item })}
          />
        )}
        {!file && mine && can(role, 'editOwnContent') && (
          <IconButton icon={Pencil} label={m.rooms_edit()} onClick={edit} />
        )}
        {remove && (
          <IconButton icon={Trash2} label={m.rooms_delete()} tone="danger" onClick={remove} />
        )}
      </div>
    </Card>
  );
}
