import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import type { Draft } from '../lib/drafts.ts';
import { useUser } from '../session/session.ts';
import { editorReducer, type EditorState, isDirty, type Saved, unedited } from './editor-state.ts';
import { useDraft } from './use-draft.ts';

export interface EditedThing {
  readonly saved: Saved | undefined;
  /** Reads the text now, past every cache; a conflict may have brought it along. */
  readonly read: (conflict: unknown) => Promise<Saved>;
  /**
   * Saves a text over the version that it was made from; rejects with a 412 when a newer one was
   * saved since.
   */
  readonly save: (text: string, version: number) => Promise<Saved>;
}

export interface TextEditor extends EditorState {
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly deciding: boolean;
  readonly setDeciding: (deciding: boolean) => void;
  readonly type: (text: string) => void;
  /** Unsaved text is kept from now on, and not in a moment: an editor opened next looks for it. */
  readonly keepNow: () => void;
  readonly discard: () => void;
  readonly takeTheirs: (theirs: Saved) => void;
  /**
   * Saves the typed text, or another one over a newer version. False when a newer one was saved in
   * between, and both are on screen now.
   */
  readonly save: (chosen?: { readonly text: string; readonly over: Saved }) => Promise<boolean>;
  readonly saveAs: (create: (text: string) => Promise<Saved>) => Promise<void>;
}

/**
 * The version that unsaved text was made from: one that is newer by now must not pass for its
 * origin.
 */
const originOf = ({ base, newer }: EditorState): number | undefined =>
  newer ? Math.min(base?.version ?? 0, newer.version - 1) : base?.version;

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

/**
 * The text of one thing under edit: nothing that others do meanwhile takes away what is typed.
 * `draftKey` names where unsaved text is kept; the thing may not be known yet, or never for a
 * visitor.
 */
export function useTextEditor(thing: EditedThing, draftKey: string): TextEditor {
  const signedIn = useUser() !== null;
  const { offered, keep, flush, holds, forget } = useDraft(draftKey);
  const [state, dispatch] = useReducer(editorReducer, thing.saved, unedited);
  const [saving, setSaving] = useState(false);
  const [deciding, setDeciding] = useState(false);

  const { content, version, by } = thing.saved ?? {};
  useEffect(() => {
    if (content !== undefined && version !== undefined)
      dispatch({ type: 'read', saved: { content, version, by } });
  }, [content, version, by]);

  // Kept text comes back once there is something to compare it with; a visitor's page has only the
  // text.
  const comparable = state.base !== null || !signedIn;
  const restore = useEffectEvent(({ text, of = Infinity }: Draft) =>
    dispatch({ type: 'restore', text, outdated: of < (version ?? 0) }),
  );
  // What was kept is offered once, against the text as it was read first.
  useEffect(() => {
    if (offered && comparable) restore(offered);
  }, [offered, comparable]);

  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });

  function accept(saved: Saved, typed: string): void {
    dispatch({ type: 'saved', saved, typed });
    const { text } = latest.current;
    // What was typed while the save was under way is unsaved again.
    if (holds(text)) {
      if (text === typed) forget();
      else keep(text, saved.version);
    }
    setDeciding(false);
  }

  async function whileSaving<T>(work: () => Promise<T>): Promise<T> {
    setSaving(true);
    try {
      return await work();
    } finally {
      setSaving(false);
    }
  }

  const save: TextEditor['save'] = (chosen) =>
    whileSaving(async () => {
      const over = chosen?.over ?? state.base;
      const text = chosen?.text ?? state.text;
      if (!over) return false;
      if (!chosen && state.newer) {
        setDeciding(true);
        return false;
      }
      try {
        // What was typed is settled with it, also by another text that was chosen.
        accept(await thing.save(text, over.version), state.text);
        return true;
      } catch (error) {
        if (!isConflict(error)) throw error;
        const theirs = await thing.read(error);
        if (theirs.content === text) {
          accept(theirs, state.text);
          return true;
        }
        dispatch({ type: 'conflict', theirs });
        setDeciding(true);
        return false;
      }
    });

  return {
    ...state,
    dirty: isDirty(state),
    saving,
    deciding: deciding && state.newer !== null,
    setDeciding,
    type(text) {
      dispatch({ type: 'type', text });
      keep(text, originOf(state));
    },
    keepNow: flush,
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
    saveAs: (create) => whileSaving(async () => accept(await create(state.text), state.text)),
  };
}
