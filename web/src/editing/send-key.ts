import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react';
import { pressed } from '../lib/shortcuts.ts';
import { markUnsaved } from '../lib/unsaved.ts';

export const SEND_KEYS = 'Control+Enter Meta+Enter Control+S Meta+S';

const isSendKey = (event: KeyboardEvent): boolean =>
  ['Enter', 's'].includes(pressed(event)) &&
  (event.ctrlKey || event.metaKey) &&
  !event.shiftKey &&
  !event.altKey &&
  !event.repeat;

export function sendOnKey(event: ReactKeyboardEvent, send: () => void): void {
  if (!isSendKey(event.nativeEvent)) return;
  event.preventDefault();
  send();
}

export function useSaveKey(save: () => void): void {
  const onSendKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSendKey(event) || document.querySelector('[role=dialog]')) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onSendKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

export function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const saved = markUnsaved();
    return () => {
      window.removeEventListener('beforeunload', warn);
      saved();
    };
  }, [unsaved]);
}
