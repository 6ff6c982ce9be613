import { useState } from 'react';
import type { LiveClip } from '../../../things/clip.ts';

export interface Selection {
  readonly count: number;
  /** Everything that the filter shows is meant, but `except`. */
  readonly all: boolean;
  readonly except: readonly string[];
  readonly chosen: readonly LiveClip[];
  readonly has: (id: string) => boolean;
  readonly toggle: (clip: LiveClip, range?: boolean) => void;
  readonly choosePage: () => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

interface State {
  readonly of: string;
  readonly all: boolean;
  /** The chosen ones; of `all` those that are not. */
  readonly marked: ReadonlyMap<string, LiveClip>;
  readonly anchor: string | null;
}

const nothing = (of: string): State => ({ of, all: false, marked: new Map(), anchor: null });

function turned(state: State, clip: LiveClip): State {
  const marked = new Map(state.marked);
  if (!marked.delete(clip.id)) marked.set(clip.id, clip);
  return { ...state, marked, anchor: clip.id };
}

function withEach(state: State, clips: readonly LiveClip[]): State {
  const marked = new Map(state.marked);
  for (const clip of clips)
    if (state.all) marked.delete(clip.id);
    else marked.set(clip.id, clip);
  return { ...state, marked };
}

function withRange(state: State, clips: readonly LiveClip[], to: LiveClip): State {
  const ends = [state.anchor, to.id].map((id) => clips.findIndex((clip) => clip.id === id));
  if (ends.includes(-1)) return turned(state, to);
  return withEach(state, clips.slice(Math.min(...ends), Math.max(...ends) + 1));
}

/**
 * Clips chosen on a list, also on several of its pages; `of` names what the list shows: with
 * another filter nothing is chosen.
 */
export function useSelection(clips: readonly LiveClip[], total: number, of: string): Selection {
  const [kept, setState] = useState(() => nothing(of));
  const state = kept.of === of ? kept : nothing(of);
  const change = (next: (state: State) => State) =>
    setState((now) => next(now.of === of ? now : nothing(of)));
  const { all, marked } = state;
  return {
    count: all ? Math.max(0, total - marked.size) : marked.size,
    all,
    except: all ? [...marked.keys()] : [],
    chosen: all ? [] : [...marked.values()],
    has: (id) => marked.has(id) !== all,
    toggle: (clip, range = false) =>
      change((now) => (range ? withRange(now, clips, clip) : turned(now, clip))),
    choosePage: () => change((now) => withEach(now, clips)),
    chooseAll: () => change((now) => ({ ...now, all: true, marked: new Map() })),
    clear: () => setState(nothing(of)),
  };
}
