import {
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  use,
  useEffect,
  useMemo,
} from 'react';
import { useLocation } from 'react-router';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { whenIdle } from '../lib/browser.ts';
import { reloadOnce } from '../lib/unsaved.ts';
import { m } from '../paraglide/messages.js';
import { catchTyping } from './early-typing.ts';
import { codeOf } from './lazy.tsx';
import { toast } from './toast.ts';

interface Shown {
  readonly id: number;
  /** Where it comes from: it is opened once. */
  readonly source: string;
  readonly name: string;
  /** Not what can only be seen closing, which it outlives. */
  readonly below: number | undefined;
  readonly element: ReactNode;
  readonly open: boolean;
  readonly opener: Element | null;
  readonly stopTyping: () => void;
  readonly onClosed: (() => void) | undefined;
}

/** Also those that can still be seen closing; the last one is on top. */
const overlays = createStore<{ readonly shown: readonly Shown[] }>(() => ({ shown: [] }));
let lastId = 0;
let lastSource = 0;

const change = (to: (shown: readonly Shown[]) => readonly Shown[]) =>
  overlays.setState(({ shown }) => ({ shown: to(shown) }));

const find = (id: number) => overlays.getState().shown.find((each) => each.id === id);

function remove(id: number): void {
  const gone = find(id);
  if (!gone) return;
  change((shown) =>
    shown
      .filter((each) => each !== gone)
      .map((each) => (each.below === id ? { ...each, below: gone.below } : each)),
  );
  gone.stopTyping();
  gone.onClosed?.();
}

function close(id: number): void {
  const closing = find(id);
  if (!closing) return;
  closing.stopTyping();
  if (closing.element === null) remove(id);
  else change((all) => all.map((each) => (each.id === id ? { ...each, open: false } : each)));
}

type PropsOf<T> = T extends (props: infer P) => ReactNode ? P & object : never;
type Given<P> = keyof P extends never ? [] : [props: P, onClosed?: () => void];

/**
 * Fetched when the page is idle: `open('share', { clipId })` shows one, takes what is typed from
 * then on, and returns focus to what it was opened from.
 */
export function dialogs<M extends object>(load: () => Promise<M>) {
  const code = codeOf(load);
  whenIdle(code.preload);
  const origin = (lastSource += 1);
  return function open<K extends keyof M & string>(
    name: K,
    ...[props, onClosed]: Given<PropsOf<M[K]>>
  ): void {
    const source = `${origin} ${name}`;
    const { shown } = overlays.getState();
    if (shown.some((each) => each.open && each.source === source)) return onClosed?.();
    let below: number | undefined;
    for (const each of shown)
      // What was pressed last is meant.
      if (each.element === null) remove(each.id);
      else if (each.open) below = each.id;
    const id = (lastId += 1);
    const draw = (loaded: M) => createElement(loaded[name] as ComponentType<object>, props);
    const element = code.loaded ? draw(code.loaded) : null;
    const opener = document.activeElement;
    const stopTyping = catchTyping(() => close(id));
    change((all) => [
      ...all,
      { id, source, name, below, element, open: true, opener, stopTyping, onClosed },
    ]);
    if (element) return;
    code.load().then(
      (loaded) =>
        change((all) =>
          all.map((each) => (each.id === id ? { ...each, element: draw(loaded) } : each)),
        ),
      () => {
        if (!find(id)) return;
        remove(id);
        toast.error(m.ui_part_missing(), m.ui_part_missing_text());
        // After an update the code of this page may be gone.
        void reloadOnce();
      },
    );
  };
}

export interface Overlay {
  readonly open: boolean;
  readonly close: () => void;
  readonly closed: () => void;
  /** True when that is gone, false once another has been opened, which has the focus. */
  readonly focusOpener: () => HTMLElement | boolean;
  readonly above: ReactNode;
}

const OverlayContext = createContext<Overlay | null>(null);

export function useOverlay(): Overlay {
  const overlay = use(OverlayContext);
  if (!overlay) throw new Error('A dialog is shown by open() alone');
  return overlay;
}

/** A dialog whose thing is gone: what is opened next would be drawn inside it. */
export function GoneDialog() {
  const { closed } = useOverlay();
  useEffect(closed, [closed]);
  return null;
}

/** `but`: it tells so itself. */
export function useDialogsEnd(when: boolean, but?: string): void {
  useEffect(() => {
    if (!when) return;
    for (const { id, name } of overlays.getState().shown) if (name !== but) close(id);
  }, [when, but]);
}

/** Another page begins without any. */
export function Overlays() {
  const { shown } = useStore(overlays);
  const { pathname } = useLocation();
  useEffect(
    () => () => {
      for (const { id } of overlays.getState().shown) remove(id);
    },
    [pathname],
  );
  return layers(shown.filter(({ element }) => element !== null));
}

/** Each stands inside the one below it, so that Escape and focus are those of the topmost. */
const layers = (shown: readonly Shown[], below?: number): ReactNode =>
  shown
    .filter((each) => each.below === below)
    .map((each) => <Layer key={each.id} {...each} above={layers(shown, each.id)} />);

function Layer({ id, opener, open, element, above }: Shown & { above: ReactNode }) {
  const overlay = useMemo<Overlay>(
    () => ({
      open,
      close: () => close(id),
      closed: () => remove(id),
      focusOpener: () => {
        if (overlays.getState().shown.some((each) => each.open && each.id > id)) return false;
        const isThere = opener instanceof HTMLElement && opener !== document.body;
        return isThere && opener.isConnected ? opener : true;
      },
      above,
    }),
    [id, opener, open, above],
  );
  return <OverlayContext value={overlay}>{element}</OverlayContext>;
}
