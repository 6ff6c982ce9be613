import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { DoorClosed, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { EditorConflict } from '../../../editing/editor-conflict.tsx';
import type { Saved } from '../../../editing/editor-state.ts';
import { TextDialog } from '../../../editing/text-dialog.tsx';
import { UnsavedNotice } from '../../../editing/unsaved-notice.tsx';
import { type TextEditor, useTextEditor } from '../../../editing/use-text-editor.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { randomId } from '../../../lib/random-id.ts';
import { toastFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { copyAndTell } from '../../../ui/copy-text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useOverlay } from '../../../ui/overlays.tsx';
import { toast } from '../../../ui/toast.ts';
import { isMissingRoom, refreshRoom, type RoomItem, useRoom, useRoomLive } from '../rooms.api.ts';
import {
  addText,
  replaceItem,
  rereadItem,
  saveText,
  takeItem,
  useItem,
} from './room-content.api.ts';

interface ItemEditor extends Omit<TextEditor, 'save' | 'saveAs'> {
  readonly deleted: boolean;
  readonly save: (chosen?: { text: string; over: Saved }) => Promise<boolean>;
  readonly addAnew: () => Promise<boolean>;
}

const savedOf = (item: Pick<RoomItem, 'content' | 'version'>): Saved => ({
  content: item.content,
  version: item.version,
});
const isGone = (error: unknown) => error instanceof ApiError && error.code === 'CONTENT_NOT_FOUND';

function newerIn(error: unknown): RoomContent | undefined {
  return error instanceof ApiError ? (error.body as { item?: RoomContent }).item : undefined;
}

function useItemEditor(roomId: string, item: RoomItem): ItemEditor {
  const client = useQueryClient();
  const { data: known, error: unread, refetch } = useItem(roomId, item);
  const key = useRef(randomId());
  const editor = useTextEditor(
    {
      saved: savedOf(known),
      read: async (conflict) => savedOf(newerIn(conflict) ?? (await rereadItem(roomId, item.id))),
      async save(text, version) {
        const saved = await saveText(roomId, item.id, text, version);
        replaceItem(client, roomId, saved);
        void refreshRoom(client, roomId);
        return savedOf(saved);
      },
    },
    `room-item:${item.id}`,
  );

  return {
    ...editor,
    deleted: isGone(unread),
    type(text) {
      key.current = randomId();
      editor.type(text);
    },
    async save(chosen) {
      if ((chosen?.text ?? editor.text).trim() === '') return false;
      try {
        const done = await editor.save(chosen);
        if (done) toast.success(m.rooms_content_updated());
        return done;
      } catch (error) {
        if (isGone(error)) void refetch();
        else toastFailure(m.rooms_content_update_failed(), error);
        return false;
      }
    },
    async addAnew() {
      if (editor.text.trim() === '') return false;
      try {
        await editor.saveAs(async (text) => {
          const added = await addText(roomId, text, key.current);
          takeItem(client, roomId, added);
          return savedOf(added);
        });
        toast.success(m.rooms_content_added());
        return true;
      } catch (error) {
        toastFailure(m.rooms_content_update_failed(), error);
        return false;
      }
    },
  };
}

export interface ItemEditorDialogProps {
  roomId: string;
  item: RoomItem;
  onContinue: () => void;
}

export function ItemEditorDialog({ roomId, item, onContinue }: ItemEditorDialogProps) {
  const { close } = useOverlay();
  const { error } = useRoom(roomId, false);
  const live = useRoomLive(roomId);
  // To this person, by now.
  const closed = live.ended !== null || isMissingRoom(error);
  const editor = useItemEditor(roomId, item);
  const conflict = editor.deciding && !editor.deleted && !closed;
  const { text, saving } = editor;

  const keep = () => {
    editor.keepNow();
    if (editor.dirty)
      toast.success(m.rooms_text_kept(), m.rooms_text_kept_text(), {
        action: { label: m.rooms_text_kept_continue(), onPress: onContinue },
      });
  };
  const closeWhen = async (done: Promise<boolean>) => {
    if (await done) close();
  };
  const submit = () => {
    if (closed) return void copyAndTell(text, m.rooms_copied());
    if (!saving) void closeWhen(editor.deleted ? editor.addAnew() : editor.save());
  };
  const verb = closed
    ? m.rooms_text_copy()
    : editor.deleted
      ? m.rooms_text_add_anew()
      : saving
        ? m.rooms_saving()
        : m.rooms_save_changes();

  return (
    <TextDialog
      title={conflict ? m.rooms_text_edit_conflict() : m.rooms_text_edit()}
      label={m.rooms_text()}
      text={text}
      onType={editor.type}
      verb={verb}
      pending={saving}
      disabled={!closed && !editor.deleted && text.trim() === ''}
      onSubmit={submit}
      onSendKey={() => closed || submit()}
      onLeave={keep}
      notice={<WhatBecameOfIt editor={editor} closed={closed} />}
      instead={
        conflict && (
          <EditorConflict
            editor={editor}
            onSave={(chosen) => void closeWhen(editor.save(chosen))}
          />
        )
      }
    />
  );
}

function WhatBecameOfIt({ editor, closed }: { editor: ItemEditor; closed: boolean }) {
  if (!closed && !editor.deleted) return <UnsavedNotice editor={editor} />;
  return (
    <Notice icon={closed ? DoorClosed : Trash2} tone="warn">
      {closed ? m.rooms_text_closed() : m.rooms_text_deleted()}
    </Notice>
  );
}
