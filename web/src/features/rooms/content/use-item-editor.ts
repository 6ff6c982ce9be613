import { m } from '../../../paraglide/messages.js';
import { toastFailure } from '../../../live/failures.ts';
import { toast } from '../../../ui/toast.ts';
import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Saved } from '../../../editing/editor-state.ts';
import { useTextEditor, type TextEditor } from '../../../editing/use-text-editor.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { randomId } from '../../../lib/random-id.ts';
import { replaceItem } from './content-cache.ts';
import { takeItem } from './content-mutations.api.ts';
import { addText } from './adding.api.ts';
import { readItem, saveText, useItem } from './room-content.api.ts';
import { refreshRoom } from '../rooms.api.ts';

export interface ItemEditor extends Omit<TextEditor, 'save' | 'saveAs'> {
  /** The item was deleted meanwhile; the text is still here. */
  readonly deleted: boolean;
  /** Saves the text, or another one over a newer version; true when it is done. */
  readonly save: (chosen?: { text: string; over: Saved }) => Promise<boolean>;
  /** Adds the text as something new, for an item that is gone; true when it is done. */
  readonly addAnew: () => Promise<boolean>;
}

const savedOf = (item: RoomContent): Saved => ({ content: item.content, version: item.version });
const isGone = (error: unknown) => error instanceof ApiError && error.code === 'CONTENT_NOT_FOUND';

/** The newer text that a refused save brought along. */
function newerIn(error: unknown): RoomContent | undefined {
  return error instanceof ApiError ? (error.body as { item?: RoomContent }).item : undefined;
}

/** One text of a room under edit. */
export function useItemEditor(roomId: string, item: RoomContent): ItemEditor {
  const client = useQueryClient();
  const { data: known, error: unread, refetch } = useItem(roomId, item);
  const key = useRef(randomId());
  const editor = useTextEditor(
    {
      saved: savedOf(known),
      read: async (conflict) => savedOf(newerIn(conflict) ?? (await readItem(roomId, item.id))),
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
