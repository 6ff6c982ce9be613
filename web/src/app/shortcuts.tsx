import { useState } from 'react';
import { useNavigate } from 'react-router';
import { focusSearch, useShortcut } from '../lib/shortcuts.ts';
import { lazyDialog } from '../ui/lazy.tsx';

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');

/** The keys that work on every page of the signed-in app. */
export function Shortcuts() {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  useShortcut('/', focusSearch);
  useShortcut('n', () => void navigate('/new-clip'));
  useShortcut('?', () => setOpen(true));
  return <ShortcutsDialog open={open} onOpenChange={setOpen} />;
}
