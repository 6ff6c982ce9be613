import { describe, expect, it } from 'vitest';
import {
  editorReducer,
  unedited,
  isDirty,
  type EditorEvent,
  type EditorState,
} from './editor-state.ts';

const after = (...events: EditorEvent[]): EditorState =>
  events.reduce(editorReducer, unedited(undefined));
const read = (content: string, version: number): EditorEvent => ({
  type: 'read',
  saved: { content, version },
});
const type = (text: string): EditorEvent => ({ type: 'type', text });
const saved = (content: string, version: number, typed = content): EditorEvent => ({
  type: 'saved',
  saved: { content, version },
  typed,
});

describe('a text under edit', () => {
  it('shows what the server has', () => {
    const state = after(read('one', 1));
    expect(state.text).toBe('one');
    expect(isDirty(state)).toBe(false);
  });

  it('keeps what was typed before the clip was known', () => {
    const state = after(type('early'), read('', 1));
    expect(state.text).toBe('early');
    expect(isDirty(state)).toBe(true);
  });

  it('follows another device while nothing was typed', () => {
    expect(after(read('one', 1), read('two', 2)).text).toBe('two');
  });

  it('never takes an older state for news', () => {
    expect(after(read('two', 2), read('one', 1)).text).toBe('two');
  });

  it('keeps unsaved text and says that a newer version exists', () => {
    const state = after(read('one', 1), type('mine'), read('theirs', 2));
    expect(state.text).toBe('mine');
    expect(state.newer).toEqual({ content: 'theirs', version: 2 });
  });

  it('sees no conflict in equal texts, nor in a change of the files alone', () => {
    const equal = after(read('one', 1), type('same'), read('same', 2));
    expect([equal.newer, isDirty(equal)]).toEqual([null, false]);
    const files = after(read('one', 1), type('mine'), read('one', 2));
    expect([files.newer, files.base?.version, files.text]).toEqual([null, 2, 'mine']);
  });

  it('is clean after a save, and dirty again with what was typed meanwhile', () => {
    expect(isDirty(after(read('', 1), type('mine'), saved('mine', 2)))).toBe(false);
    const state = after(read('', 1), type('mine'), type('mine and more'), saved('mine', 2));
    expect([state.text, isDirty(state)]).toEqual(['mine and more', true]);
  });

  it('takes over what the server made of characters that cannot be stored', () => {
    const state = after(read('', 1), type('a\0b'), saved('a\uFFFDb', 2, 'a\0b'));
    expect([state.text, isDirty(state)]).toEqual(['a\uFFFDb', false]);
  });

  it('forgets a newer version only when what was saved is newer still', () => {
    const conflict = after(read('one', 1), type('mine'), read('theirs', 5));
    expect(editorReducer(conflict, saved('mine', 3)).newer).not.toBeNull();
    expect(editorReducer(conflict, saved('mine', 6)).newer).toBeNull();
  });

  it('brings kept text back, but not over what is being typed', () => {
    const restored = after(read('one', 1), { type: 'restore', text: 'kept', outdated: false });
    expect([restored.text, restored.restored, restored.newer]).toEqual(['kept', true, null]);
    expect(
      after(read('one', 1), type('now'), { type: 'restore', text: 'kept', outdated: false }).text,
    ).toBe('now');
    const outdated = after(read('two', 2), { type: 'restore', text: 'kept', outdated: true });
    expect(outdated.newer).toEqual({ content: 'two', version: 2 });
  });

  it('can take the other version, or go back to the saved one', () => {
    const conflict = after(read('one', 1), type('mine'), read('theirs', 2));
    const taken = editorReducer(conflict, {
      type: 'take-theirs',
      theirs: { content: 'theirs', version: 2 },
    });
    expect([taken.text, taken.newer, isDirty(taken)]).toEqual(['theirs', null, false]);
    expect(editorReducer(conflict, { type: 'reset' }).text).toBe('theirs');
    expect(after(read('one', 1), type('mine'), { type: 'reset' }).text).toBe('one');
  });
});
