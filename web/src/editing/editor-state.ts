export interface Saved {
  readonly content: string;
  readonly version: number;
  /** Who saved it, where that is known and not the reader. */
  readonly by?: string | undefined;
}

/**
 * Text under edit beside what the server holds. `text` is always what the person sees; nothing here
 * ever replaces unsaved text.
 */
export interface EditorState {
  /** What the text was last equal to on the server; null until that is known. */
  readonly base: Saved | null;
  readonly text: string;
  readonly newer: Saved | null;
  readonly restored: boolean;
}

export type EditorEvent =
  | { readonly type: 'read'; readonly saved: Saved }
  | { readonly type: 'type'; readonly text: string }
  | { readonly type: 'restore'; readonly text: string; readonly outdated: boolean }
  | { readonly type: 'saved'; readonly saved: Saved; readonly typed: string }
  | { readonly type: 'conflict'; readonly theirs: Saved }
  | { readonly type: 'take-theirs'; readonly theirs: Saved }
  | { readonly type: 'reset' };

export const unedited = (saved: Saved | undefined): EditorState => ({
  base: saved ?? null,
  text: saved?.content ?? '',
  newer: null,
  restored: false,
});

export const isDirty = (state: EditorState): boolean => state.text !== (state.base?.content ?? '');

export function editorReducer(state: EditorState, event: EditorEvent): EditorState {
  switch (event.type) {
    case 'read':
      return read(state, event.saved);
    case 'type':
      return { ...state, text: event.text };
    case 'restore':
      // Never over what is being typed right now.
      if (isDirty(state) || event.text === state.text) return state;
      return {
        ...state,
        text: event.text,
        restored: true,
        newer: event.outdated ? state.base : state.newer,
      };
    case 'saved':
      return {
        base: event.saved,
        // The server replaces the odd character that cannot be stored; what was typed since stays.
        text: state.text === event.typed ? event.saved.content : state.text,
        newer: stillNewer(state.newer, event.saved),
        restored: false,
      };
    case 'conflict':
      return { ...state, newer: event.theirs };
    case 'take-theirs':
      return {
        base: event.theirs,
        text: event.theirs.content,
        newer: stillNewer(state.newer, event.theirs),
        restored: false,
      };
    case 'reset':
      return state.newer
        ? { base: state.newer, text: state.newer.content, newer: null, restored: false }
        : { ...state, text: state.base?.content ?? '', restored: false };
  }
}

const stillNewer = (newer: Saved | null, than: Saved): Saved | null =>
  newer && newer.version > than.version ? newer : null;

function read(state: EditorState, saved: Saved): EditorState {
  const { base } = state;
  if (!base) return { ...state, base: saved, text: state.text === '' ? saved.content : state.text };
  if (saved.version <= base.version) return state;
  if (!isDirty(state) || saved.content === state.text)
    return { ...state, base: saved, text: saved.content, newer: null };
  if (saved.content === base.content) return { ...state, base: saved };
  return state.newer && state.newer.version >= saved.version ? state : { ...state, newer: saved };
}
