import { can } from '@clipline/contract/room-roles.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Download, Ellipsis, Eye, History, Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { CardBody } from '../../../things/card-body.tsx';
import {
  CardButton,
  CardFacts,
  CardFoot,
  OpenLink,
  toolStyle,
} from '../../../things/card-foot.tsx';
import { isNarrow, lookOf } from '../../../things/card-look.ts';
import { addressIn } from '../../../things/content.ts';
import { canCopyImages } from '../../../lib/copy.ts';
import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/avatar.tsx';
import type { Action } from '../../../ui/actions-menu.tsx';
import { openActions } from '../../../ui/actions.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { copyAndTell, copyImageAndTell } from '../../../ui/copy-text.ts';
import { useUser } from '../../../session/session.ts';
import { open } from '../overlays.ts';
import { useOpenRoom } from '../room-context.ts';
import { type RoomItem, roomKeys } from '../rooms.api.ts';
import { ItemText } from './item-text.tsx';

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
  const client = useQueryClient();
  const { room, role } = useOpenRoom();
  const mine = useUser()?.id === item.user.id;
  const [file] = item.files;
  const look = lookOf(item);
  const isPicture = look === 'picture';
  const remove = can(role, 'deleteContent') ? onDelete : undefined;
  const copy = () => void copyAndTell(item.content, m.rooms_copied());
  const save = () => file && onDownload(file);
  const preview = () => file && onOpen(file);
  const edit = () => open('edit', { roomId: room.id, item, onContinue: edit });
  const copiesImage = isPicture && canCopyImages();
  const address = addressIn(item.content);

  const tools: Action[] = [];
  if (remove) tools.push({ icon: Trash2, label: m.rooms_delete(), danger: true, run: remove });
  if (!file && mine && can(role, 'editOwnContent'))
    tools.push({ icon: Pencil, label: m.rooms_edit(), run: edit });
  if (!file && item.version > 1 && can(role, 'seeVersions'))
    tools.push({
      icon: History,
      label: m.history_title(),
      run: () => open('history', { room, item }),
    });
  if (copiesImage) tools.push({ icon: Download, label: m.rooms_download(), run: save });
  if (isPicture) tools.push({ icon: Eye, label: m.rooms_preview(), run: preview });

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
        else if (isPicture) preview();
        else save();
      }}
      className={classNames(
        'group/card relative flex h-full min-w-0 flex-col p-0! md:min-h-40',
        linked && 'border-accent!',
      )}
    >
      <div {...(file && { id: label })} className="flex min-h-0 flex-1 flex-col">
        <CardBody
          content={item}
          search={search}
          fileFacts={file && fileSize(file.size)}
          onBroken={() => void client.invalidateQueries({ queryKey: roomKeys.content(room.id) })}
        >
          {!file && (
            <ItemText
              text={item.content}
              look={look}
              labelId={label}
              search={search}
              excerpt={item.match?.where === 'text' ? item.match.excerpt : undefined}
            />
          )}
        </CardBody>
      </div>
      {isPicture && (
        // The buttons below offer it to the keyboard.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={preview}
          className="absolute inset-x-0 top-0 bottom-11"
        />
      )}
      <CardFoot
        facts={
          <CardFacts
            content={item}
            time={item.createdAt}
            lead={<Author of={item} mine={mine} bare={isNarrow(item)} />}
          >
            {item.version > 1 && <span className="truncate">· {m.rooms_edited()}</span>}
          </CardFacts>
        }
        tools={tools.map(({ icon, label: name, danger, run }) => (
          <IconButton
            key={name}
            icon={icon}
            label={name}
            size="sm"
            {...(danger && { tone: 'danger' })}
            className={toolStyle(true)}
            onClick={run}
          />
        ))}
      >
        {address && <OpenLink address={address} />}
        {!file ? (
          <CardButton icon={Copy} data-copy onClick={copy}>
            {m.rooms_copy()}
          </CardButton>
        ) : copiesImage ? (
          <CardButton icon={Copy} data-copy onClick={() => void copyImageAndTell(file.url)}>
            {m.clips_copy_image()}
          </CardButton>
        ) : (
          <CardButton icon={Download} onClick={save}>
            {m.rooms_download()}
          </CardButton>
        )}
        {tools.length > 0 && (
          <span className="hidden touch:contents">
            <IconButton
              icon={Ellipsis}
              label={m.rooms_item_actions()}
              aria-haspopup="menu"
              onClick={(event) => openActions(event.currentTarget, [...tools].reverse())}
            />
          </span>
        )}
      </CardFoot>
    </Card>
  );
}

interface AuthorProps {
  of: RoomItem;
  mine: boolean;
  /** Where there is no space for the name. */
  bare: boolean;
}

function Author({ of: { user }, mine, bare }: AuthorProps) {
  const name = user.name || user.email;
  if (bare) return <Avatar name={name} size="sm" />;
  return (
    <>
      <Avatar name={name} size="sm" />
      <span title={user.email} className="truncate text-body">
        <bdi translate="no">{name}</bdi>
        {mine && <span> {m.rooms_you()}</span>}
      </span>
      <span aria-hidden>·</span>
    </>
  );
}
