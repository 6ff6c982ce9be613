import { useEffect, useRef } from 'react';
import { pressed } from './keys.ts';

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
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!enabled || !isPageKey(event, key, { withControl, whileTyping })) return;
      event.preventDefault();
      latest.current();
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
