import { useEffect, useEffectEvent, type MouseEvent } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=menu], [role=dialog]') !== null);

/** One that can only be seen closing is not. */
export const dialogIsOpen = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([hidden], [data-closed])') !==
  null;

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
  readonly withControl?: boolean;
  readonly whileTyping?: boolean;
  readonly enabled?: boolean;
}

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

export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]');
  if (!field) document.querySelector<HTMLElement>('[data-search-opener]')?.click();
  field?.focus();
  field?.select();
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'keyCode' | 'isComposing'>;

/** Of the alphabet that shortcuts are named in, or a sign that every layout has. */
const IS_LATIN = /^[\p{ASCII}\p{Script=Latin}]*$/u;

/**
 * A letter is small, and told by its place on layouts of another alphabet. Empty while an input
 * method makes a word, whose keys belong to it.
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
