import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, History, Inbox, Pencil, Send, Star, Tag, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { useNavigate } from 'react-router';
import { SEND_KEYS, useSaveKey } from '../../../editing/send-key.ts';
import type { TextEditor } from '../../../editing/use-text-editor.ts';
import { failureText } from '../../../lib/api-error.ts';
import { PHONE, useMediaQuery, useMounted } from '../../../lib/browser.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { toastFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import type { Action } from '../../../ui/actions-menu.tsx';
import { openActions } from '../../../ui/actions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Textarea } from '../../../ui/field.tsx';
import { PageDropTarget } from '../../../ui/page-drop-target.tsx';
import { PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { toast } from '../../../ui/toast.ts';
import type { LiveClip } from '../../../things/clip.ts';
import { isPicture } from '../../../things/content.ts';
import { open as openDevices } from '../../devices/overlays.ts';
import { ClosedAddress } from '../clip/clip-address.tsx';
import { ShareClip } from '../clip/clip-buttons.tsx';
import { keepClip, refreshLists, saveNewClip } from '../clips.api.ts';
import { useDeleteClip, useToggleFavorite } from '../list/clip-mutations.api.ts';
import { open } from '../overlays.ts';
import { ClipTags } from '../tags/tag-dot.tsx';
import { ClipEditor } from './clip-editor.tsx';
import { keyOf, savedOf, tellUpdateFailed, useClipEdit } from './use-clip-editor.ts';

export { KeptClipText } from '../offline/kept-clip.tsx';

/**
 * The clip was deleted while its owner had it open: what was typed can still become a clip of its
 * own.
 */
function DeletedClip({ clipId, editor }: { clipId: string; editor: TextEditor }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [key] = useState(randomId);
  const mounted = useMounted();
  const saveAsNew = async () => {
    try {
      let id = '';
      await editor.saveAs(async (text) => {
        const saved = keepClip(client, await saveNewClip(text, `${clipId}-${key}`));
        void refreshLists(client);
        ({ id } = saved);
        return savedOf(saved);
      });
      toast.success(m.clips_saved());
      if (mounted.current) void navigate(`/clips/${id}`, { replace: true });
    } catch (error) {
      toastFailure(m.clips_save_failed(), error, failureText(error, m.clips_unknown_error()));
    }
  };
  return (
    <>
      <EmptyState
        icon={Trash2}
        title={m.clips_gone_title()}
        text={editor.dirty ? m.clips_gone_unsaved() : m.clips_gone_elsewhere()}
        action={
          editor.dirty ? (
            <Button variant="primary" pending={editor.saving} onClick={() => void saveAsNew()}>
              {m.clips_save_as_new()}
            </Button>
          ) : (
            <ButtonLink to="/clips">{m.clips_go_to_clips()}</ButtonLink>
          )
        }
      />
      {editor.dirty && (
        <Textarea
          aria-label={m.clips_unsaved_text()}
          readOnly
          value={editor.text}
          className="field-sizing-content max-h-[60dvh] min-h-40"
        />
      )}
    </>
  );
}

interface EditableClipProps {
  clip: LiveClip;
  heading: Ref<HTMLHeadingElement>;
  live: ReactNode;
  /** What the link says that lets the reader edit the text of another and add files, no more. */
  byLink?: ReactNode;
  subject?: string;
  gone?: boolean;
  actions?: ReactNode;
  /** Beside the note. */
  facts?: ReactNode;
  children?: ReactNode;
}

export function EditableClip(props: EditableClipProps) {
  const { clip, byLink, gone = false } = props;
  const own = byLink === undefined;
  const edit = useClipEdit({
    clip,
    key: keyOf(clip.id),
    saved: m.clips_updated(),
    onFailed: tellUpdateFailed,
  });
  const { editor, files, unsaved, saving, save } = edit;
  useSaveKey(() => unsaved && !editor.deciding && void save());
  const isPhone = useMediaQuery(PHONE);
  const marked = editor.dirty && <Badge tone="warn">{m.clips_unsaved_changes()}</Badge>;
  const saveButton = (
    <Button
      variant={unsaved ? 'primary' : 'secondary'}
      className="max-md:h-13! max-md:flex-1 max-md:px-2!"
      pending={saving}
      disabled={(!unsaved || editor.deciding) && !saving}
      onClick={() => void save()}
      aria-keyshortcuts={SEND_KEYS}
      data-tooltip={m.editing_send_key()}
    >
      {saving ? m.clips_saving() : m.clips_save_changes()}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={m.clips_shared_title()}
        subject={props.subject}
        headingRef={props.heading}
        {...(own && { back: { to: '/dashboard', label: m.clips_back() } })}
        meta={!isPhone && marked}
        live={!gone && (!isPhone || !own) && props.live}
        actions={
          !gone && (
            <div role="group" aria-label={m.clips_actions()} className="flex items-center gap-2">
              {props.actions}
              {!isPhone && saveButton}
            </div>
          )
        }
      />
      <PageDropTarget label={m.clips_drop()} onFiles={files.add} disabled={gone} />
      <PageBody className="flex flex-1 flex-col">
        <div
          className={classNames(
            'mx-auto flex w-full flex-1 flex-col gap-4',
            !clip.files.some(({ type }) => isPicture(type)) && 'max-w-240',
          )}
        >
          {byLink}
          {gone ? (
            <DeletedClip clipId={clip.id} editor={editor} />
          ) : (
            <>
              <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-2 text-xs text-muted">
                <p className="me-auto flex items-center gap-2">
                  <Pencil size={14} aria-hidden className="shrink-0" />
                  <span>{m.clips_owner_note()}</span>
                </p>
                {isPhone && marked}
                {props.facts}
                {own && (
                  <p className="whitespace-nowrap">
                    <span>{m.clips_saved_age()}</span> <RelativeTime within time={clip.updatedAt} />
                  </p>
                )}
              </div>
              {props.children}
              <ClipEditor
                edit={edit}
                clip={clip}
                canRemoveFiles={own}
                {...(isPhone && { save: saveButton })}
              />
            </>
          )}
        </div>
      </PageBody>
    </>
  );
}

export type OwnerClipProps = Required<
  Pick<EditableClipProps, 'clip' | 'gone' | 'heading' | 'live' | 'subject'>
>;

export function OwnerClip({ clip, ...page }: OwnerClipProps) {
  const toggleFavorite = useToggleFavorite();
  const remove = useDeleteClip();
  const navigate = useNavigate();
  const isPhone = useMediaQuery(PHONE);
  const empty = clip.content === '' && clip.files.length === 0;
  const favorite = {
    label: clip.isFavorite ? m.clips_favorite_remove() : m.clips_favorite_add(),
    icon: Star,
    run: () => toggleFavorite(clip),
  };
  const send = () => openDevices('send', { clipId: clip.id });
  useShortcut('d', send, { enabled: !empty });
  const more: Action[] = [
    ...(isPhone ? [favorite] : []),
    ...(empty ? [] : [{ label: m.devices_send_to(), icon: Send, run: send }]),
    { label: m.history_title(), icon: History, run: () => open('history', { clip }) },
    {
      label: m.clips_delete(),
      icon: Trash2,
      danger: true,
      run() {
        remove(clip);
        void navigate('/clips');
      },
    },
  ];
  return (
    <EditableClip
      clip={clip}
      {...page}
      actions={
        <>
          {!isPhone && (
            <IconButton
              icon={Star}
              label={favorite.label}
              filled={clip.isFavorite}
              tone={clip.isFavorite ? 'star' : 'muted'}
              onClick={favorite.run}
            />
          )}
          <IconButton
            icon={Ellipsis}
            label={m.clips_more()}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => openActions(currentTarget, more)}
          />
          <ShareClip own clipId={clip.id} share={empty ? 'not-saved' : 'yes'} />
        </>
      }
      facts={
        <>
          <ClipTags tags={clip.tags} />
          <Button
            variant="ghost"
            size="sm"
            className="h-6! px-1.5! text-xs! touch:h-11!"
            onClick={() => open('tagOne', { clip })}
          >
            <Tag size={14} aria-hidden />
            {m.tags_title()}
          </Button>
        </>
      }
    >
      {clip.addressOpen === false && <ClosedAddress clipId={clip.id} />}
      {clip.via && (
        <p className="flex items-center gap-2 text-xs text-muted">
          <Inbox size={14} aria-hidden className="shrink-0" />
          <span>
            {clip.via.label === null
              ? m.links_came_through_link()
              : m.links_came_through({ label: clip.via.label })}
          </span>
        </p>
      )}
    </EditableClip>
  );
}
