import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { ApiError, endedSession } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/drafts.ts';
import { editorReducer, isDirty, type EditorState, type Saved } from '../../lib/editor-state.ts';
import { randomId } from '../../lib/random-id.ts';
import { findItem, replaceItem } from './content-cache.ts';
import { takeItem } from './content-mutations.api.ts';
import { addText, readItem, saveText } from './room-content.api.ts';
import { refreshRoom, roomKeys } from './rooms.api.ts';
import { say } from './rooms.messages.ts';

export interface ItemEditor extends EditorState {
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Somebody deleted the item; the text is still here. */
  readonly deleted: boolean;
  /** Both texts are on screen and wait for a choice. */
  readonly deciding: boolean;
  readonly setDeciding: (deciding: boolean) => void;
  readonly type: (text: string) => void;
  readonly discard: () => void;
  readonly takeTheirs: (theirs: Saved) => void;
  /** Saves the text, or another one over a newer version; true when it is done. */
  readonly save: (other?: { text: string; over: Saved }) => Promise<boolean>;
  /** Adds the text as something new, for an item that is gone; true when it is done. */
  readonly addAnew: () => Promise<boolean>;
}

const savedOf = (item: RoomContent): Saved => ({ content: item.content, version: item.version });
const isGone = (error: unknown) => error instanceof ApiError && error.code === 'CONTENT_NOT_FOUND';

function newerIn(error: unknown): RoomContent | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  return (error.body as { item?: RoomContent }).item;
}

/** One text of a room under edit: nothing that others do meanwhile takes away what is typed. */
export function useItemEditor(roomId: string, item: RoomContent, open: boolean): ItemEditor {
  const client = useQueryClient();
  const { offered, keep, forget } = useDraft(`room-item:${item.id}`);
  const [state, dispatch] = useReducer(editorReducer, item, (from) => ({
    base: savedOf(from),
    text: from.content,
    newer: null,
    restored: false,
  }));
  const [saving, setSaving] = useState(false);
  const [deciding, setDeciding] = useState(false);
  const [deleted, setDeleted] = useState(false);
  const key = useRef(randomId());

  useEffect(() => {
    if (offered)
      dispatch({
        type: 'restore',
        text: offered.text,
        outdated: (offered.of ?? Infinity) < item.version,
      });
    // What was kept is offered once, against the text as it was when the editor opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // After each read of the room: is the item still there, and still the same? A filter or a page
  // may hide it, so the server is asked.
  useEffect(() => {
    if (!open) return;
    let asked = false;
    const ask = async () => {
      if (asked) return;
      asked = true;
      try {
        const read = await readItem(roomId, item.id);
        setDeleted(false);
        dispatch({ type: 'read', saved: savedOf(read) });
      } catch (error) {
        if (isGone(error)) setDeleted(true);
      } finally {
        asked = false;
      }
    };
    const look = () => {
      const found = findItem(client, roomId, item.id);
      if (!found) return void ask();
      setDeleted(false);
      dispatch({ type: 'read', saved: savedOf(found) });
    };
    look();
    return client.getQueryCache().subscribe((event) => {
      const [, part, id] = event.query.queryKey;
      if (
        event.type === 'updated' &&
        event.action.type === 'success' &&
        part === roomKeys.content(roomId)[1] &&
        id === roomId
      )
        look();
    });
  }, [client, roomId, item.id, open]);

  function accept(saved: RoomContent, sent: string): true {
    dispatch({ type: 'saved', saved: savedOf(saved), sent });
    forget();
    replaceItem(client, roomId, saved);
    void refreshRoom(client, roomId);
    setDeciding(false);
    say.contentSaved();
    return true;
  }

  async function whileSaving(
    work: () => Promise<boolean>,
    onError: (error: unknown) => void,
  ): Promise<boolean> {
    setSaving(true);
    try {
      return await work();
    } catch (error) {
      if (isGone(error)) setDeleted(true);
      else if (!endedSession(error)) onError(error);
      return false;
    } finally {
      setSaving(false);
    }
  }

  const save: ItemEditor['save'] = (other) =>
    whileSaving(async () => {
      const over = other?.over ?? state.base;
      const text = other?.text ?? state.text;
      if (!over || text.trim() === '') return false;
      if (!other && state.newer) {
        setDeciding(true);
        return false;
      }
      try {
        return accept(await saveText(roomId, item.id, text, over.version), text);
      } catch (error) {
        const theirs = newerIn(error);
        if (!theirs) throw error;
        if (theirs.content === text) return accept(theirs, text);
        dispatch({ type: 'conflict', theirs: savedOf(theirs) });
        setDeciding(true);
        return false;
      }
    }, say.contentSaveFailed);

  const addAnew = () =>
    whileSaving(async () => {
      if (state.text.trim() === '') return false;
      takeItem(client, roomId, await addText(roomId, state.text, key.current));
      dispatch({ type: 'reset' });
      forget();
      say.contentAdded();
      return true;
    }, say.contentAddFailed);

  return {
    ...state,
    dirty: isDirty(state),
    saving,
    deleted,
    deciding: deciding && state.newer !== null,
    setDeciding,
    type(text) {
      dispatch({ type: 'type', text });
      key.current = randomId();
      keep(
        text,
        state.newer
          ? Math.min(state.base?.version ?? 0, state.newer.version - 1)
          : state.base?.version,
      );
    },
    discard() {
      dispatch({ type: 'reset' });
      forget();
    },
    takeTheirs(theirs) {
      dispatch({ type: 'take-theirs', theirs });
      forget();
      setDeciding(false);
    },
    save,
    addAnew,
  };
}
