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
  readonly chosen: ReadonlyMap<string, LiveClip>;
  readonly except: ReadonlySet<string>;
  readonly anchor: string | null;
}

const nothing = (of: string): State => ({
  of,
  all: false,
  chosen: new Map(),
  except: new Set(),
  anchor: null,
});

function turned(state: State, clip: LiveClip): State {
  if (state.all) {
    const except = new Set(state.except);
    if (!except.delete(clip.id)) except.add(clip.id);
    return { ...state, except, anchor: clip.id };
  }
  const chosen = new Map(state.chosen);
  if (!chosen.delete(clip.id)) chosen.set(clip.id, clip);
  return { ...state, chosen, anchor: clip.id };
}

function withRange(state: State, clips: readonly LiveClip[], to: LiveClip): State {
  const [a, b] = [state.anchor, to.id].map((id) => clips.findIndex((clip) => clip.id === id));
  if (a === undefined || b === undefined || a < 0 || b < 0) return turned(state, to);
  const range = clips.slice(Math.min(a, b), Math.max(a, b) + 1);
  if (state.all) {
    const except = new Set(state.except);
    for (const { id } of range) except.delete(id);
    return { ...state, except };
  }
  const chosen = new Map(state.chosen);
  for (const clip of range) chosen.set(clip.id, clip);
  return { ...state, chosen };
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
  return {
    count: state.all ? Math.max(0, total - state.except.size) : state.chosen.size,
    all: state.all,
    except: [...state.except],
    chosen: [...state.chosen.values()],
    has: (id) => (state.all ? !state.except.has(id) : state.chosen.has(id)),
    toggle: (clip, range = false) =>
      change((now) => (range ? withRange(now, clips, clip) : turned(now, clip))),
    choosePage: () =>
      change((now) => ({
        ...now,
        chosen: new Map([...now.chosen, ...clips.map((clip) => [clip.id, clip] as const)]),
      })),
    chooseAll: () => change((now) => ({ ...now, all: true, except: new Set() })),
    clear: () => setState(nothing(of)),
  };
}
