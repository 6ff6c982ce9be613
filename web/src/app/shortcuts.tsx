import { useState } from 'react';
import { copyClipText, notify } from '../features/clips/clips.messages.ts';
import { call } from '../lib/api.ts';
import { focusSearch, useShortcut } from '../lib/shortcuts.ts';
import { lazyDialog } from '../ui/lazy.tsx';

const CommandPalette = lazyDialog(() => import('./command-palette.tsx'), 'CommandPalette');
const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');

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
    notify.copyFailed(error);
  }
}

/** The keys that work on every page of the signed-in app; `n` is the frame's. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  const [palette, setPalette] = useState(false);
  const [from, setFrom] = useState<Element | null>(null);
  const search = () => {
    setFrom(document.activeElement);
    setPalette(true);
  };
  useShortcut('k', search, { withControl: true, whileTyping: true });
  useShortcut('/', focusSearch);
  useShortcut('c', () => void copyCard());
  useShortcut('?', () => setOpen(true));
  return (
    <>
      <ShortcutsDialog open={open} onOpenChange={setOpen} />
      <CommandPalette open={palette} onOpenChange={setPalette} from={from} />
    </>
  );
}
