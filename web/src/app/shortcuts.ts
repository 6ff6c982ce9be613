import { m } from '../paraglide/messages.js';
import { toastFailure } from '../live/failures.ts';
import { copyClipText } from '../features/clips/copy-clip.ts';
import { call } from '../lib/api.ts';
import { focusSearch, useShortcut } from '../lib/shortcuts.ts';
import { open } from './overlays.ts';

/** The card or block that has focus, else the newest clip. */
async function copyCard(): Promise<void> {
  const card = document.activeElement?.closest('[role=article], li');
  const button = card?.querySelector<HTMLElement>('[data-copy]');
  if (button || card?.role === 'article') return button?.click();
  try {
    const { id, content } = await call('GET /clipboard/latest');
    if (content !== '') return await copyClipText(content);
    const link = document.querySelector(`[data-clip="${CSS.escape(id)}"]`);
    link?.closest('[role=article]')?.querySelector<HTMLElement>('[data-copy]')?.click();
  } catch (error) {
    toastFailure(m.clips_copy_failed(), error);
  }
}

const search = () => open('palette', { from: document.activeElement });

/** The keys that work on every page of the signed-in app; `n` is the frame's. */
export function useShortcuts(): void {
  useShortcut('k', search, { withControl: true, whileTyping: true });
  useShortcut('/', focusSearch);
  useShortcut('c', () => void copyCard());
  useShortcut('?', () => open('shortcuts'));
}
