import { useEffect, useEffectEvent, type MouseEvent } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=menu], [role=dialog]') !== null);

/** Something stands above the page and has the word. */
export const dialogIsOpen = (): boolean =>
  document.querySelector('[role=dialog]:not([hidden]), [role=alertdialog]') !== null;

/**
 * True for a plain key press that belongs to the page: not text, not a browser shortcut, nothing
 * open above it.
 */
function isPageKey(
  event: KeyboardEvent,
  key: string,
  { withControl, whileTyping }: Pick<ShortcutOptions, 'withControl' | 'whileTyping'>,
): boolean {
  return (
    pressed(event) === key &&
    // With Shift too it is a browser's own.
    !(withControl && event.shiftKey) &&
    (event.ctrlKey || event.metaKey) === (withControl ?? false) &&
    !event.altKey &&
    !event.repeat &&
    !event.defaultPrevented &&
    (whileTyping || !isTyping(event.target)) &&
    !dialogIsOpen()
  );
}

export interface ShortcutOptions {
  /** With Ctrl, or Cmd. */
  readonly withControl?: boolean;
  /** Also in a field. */
  readonly whileTyping?: boolean;
  readonly enabled?: boolean;
}

/** One key, while the component is mounted: `/` search, `n` new clip, `?` help. */
export function useShortcut(
  key: string,
  handler: () => void,
  { withControl = false, whileTyping = false, enabled = true }: ShortcutOptions = {},
): void {
  const act = useEffectEvent(handler);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!enabled || !isPageKey(event, key, { withControl, whileTyping })) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key, withControl, whileTyping, enabled]);
}

/** The page's own search field, marked with `data-search`. */
export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]');
  field?.focus();
  field?.select();
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'keyCode' | 'isComposing'>;

/** Of the alphabet that shortcuts are named in, or a sign that every layout has. */
const IS_LATIN = /^[\p{ASCII}\p{Script=Latin}]*$/u;

/**
 * The key that was pressed, as handlers compare it: a letter is small whatever Shift and CapsLock
 * say, and by its place where the layout has another alphabet. Empty while an input method makes a
 * word: its keys, Enter among them, belong to the word.
 */
export function pressed(event: Press | { readonly nativeEvent: Press }): string {
  const press = 'nativeEvent' in event ? event.nativeEvent : event;
  // Safari ends the word before it tells of the key that ended it, which has only this number then.
  // oxlint-disable-next-line typescript/no-deprecated -- nothing newer tells
  if (press.isComposing || press.keyCode === 229) return '';
  const [, place] = /^Key([A-Z])$/.exec(press.code) ?? [];
  const key = place && !IS_LATIN.test(press.key) ? place : press.key;
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Where a list closes up, the second press of a double click would meet the next thing in it. */
export const firstPress =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) act();
  };
