import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useUser } from '../../lib/session.ts';
import type { LiveClip } from './clip-shape.ts';
import { keepClip, refreshLists, rereadClip, saveText } from './clips.api.ts';
import {
  editorReducer,
  EMPTY_EDITOR,
  isDirty,
  type EditorState,
  type Saved,
} from '../../lib/editor-state.ts';

export interface ClipEditor extends EditorState {
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Both texts are on screen and wait for a choice. */
  readonly deciding: boolean;
  readonly setDeciding: (deciding: boolean) => void;
  readonly type: (text: string) => void;
  /** Back to the saved text. */
  readonly discard: () => void;
  readonly takeTheirs: (theirs: Saved) => void;
  /**
   * Saves this text, or the typed one, over the version it was made from; null when somebody else
   * saved in between.
   */
  readonly save: (options?: { text: string; over: Saved }) => Promise<LiveClip | null>;
  /** Saves the text as something new instead, for a draft that is gone. */
  readonly saveAs: (create: (text: string) => Promise<LiveClip>) => Promise<LiveClip>;
}

/**
 * The version that unsaved text was made from: one that is newer by now must not pass for its
 * origin.
 */
const originOf = ({ base, newer }: EditorState): number | undefined =>
  newer ? Math.min(base?.version ?? 0, newer.version - 1) : base?.version;

const savedOf = (clip: LiveClip): Saved => ({
  content: clip.content,
  version: clip.contentVersion,
});

/**
 * The text of a clip under edit. `place` names where unsaved text is kept; the clip may not be
 * known yet, or never for a visitor.
 */
export function useClipEditor(clip: LiveClip | undefined, place: string): ClipEditor {
  const client = useQueryClient();
  const signedIn = useUser() !== null;
  const draft = useDraft(place);
  const [state, dispatch] = useReducer(editorReducer, EMPTY_EDITOR);
  const [saving, setSaving] = useState(false);
  const [deciding, setDeciding] = useState(false);
  const dirty = isDirty(state);
  const { offered, keep, forget } = draft;

  const content = clip?.content;
  const version = clip?.contentVersion;
  useEffect(() => {
    if (content !== undefined && version !== undefined)
      dispatch({ type: 'read', saved: { content, version } });
  }, [content, version]);

  // Kept text comes back once there is something to compare it with; a visitor's page has only the
  // text.
  const comparable = state.base !== null || !signedIn;
  useEffect(() => {
    if (offered && comparable)
      dispatch({
        type: 'restore',
        text: offered.text,
        outdated: (offered.of ?? Infinity) < (version ?? 0),
      });
    // What was kept is offered once, against the text as it was read first.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [offered, comparable]);

  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });

  function type(text: string): void {
    dispatch({ type: 'type', text });
    keep(text, originOf(state));
  }

  function accept(saved: LiveClip, sent: string): LiveClip {
    dispatch({ type: 'saved', saved: savedOf(saved), sent });
    // What was typed while the answer was under way is unsaved again.
    if (latest.current.text === sent) forget();
    else keep(latest.current.text, saved.contentVersion);
    const kept = keepClip(client, saved);
    void refreshLists(client);
    return kept;
  }

  async function whileSaving<T>(work: () => Promise<T>): Promise<T> {
    setSaving(true);
    try {
      return await work();
    } finally {
      setSaving(false);
    }
  }

  const save: ClipEditor['save'] = (options) =>
    whileSaving(async () => {
      const over = options?.over ?? state.base;
      const text = options?.text ?? state.text;
      if (!clip || !over) return null;
      if (!options && state.newer) {
        setDeciding(true);
        return null;
      }
      try {
        const saved = accept(await saveText(clip.id, text, over.version), text);
        if (options) dispatch({ type: 'type', text: saved.content });
        setDeciding(false);
        return saved;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
        const theirs = await rereadClip(client, clip.id);
        if (theirs.content === text) return accept(theirs, text);
        dispatch({ type: 'conflict', theirs: savedOf(theirs) });
        setDeciding(true);
        return null;
      }
    });

  return {
    ...state,
    dirty,
    saving,
    deciding: deciding && state.newer !== null,
    setDeciding,
    type,
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
