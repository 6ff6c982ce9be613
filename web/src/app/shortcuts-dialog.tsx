import { m } from '../paraglide/messages.js';
import { Dialog } from '../ui/dialog.tsx';

const SHORTCUTS: readonly [keys: readonly string[], meaning: string][] = [
  [[m.app_key_control(), 'K'], m.app_shortcut_palette()],
  [['x'], m.app_shortcut_select()],
  [['s'], m.app_shortcut_share()],
  [['f'], m.app_shortcut_favorite()],
  [[m.app_key_delete()], m.app_shortcut_delete()],
  [['/'], m.app_shortcut_search()],
  [['n'], m.app_shortcut_new_clip()],
  [['c'], m.app_shortcut_copy()],
  [[m.capture_paste_key()], m.app_shortcut_paste()],
  [['←', '→', '↑', '↓'], m.app_shortcut_move()],
  [[m.app_key_enter()], m.app_shortcut_open()],
  [[m.app_key_escape()], m.ui_close()],
  [['?'], m.app_shortcuts_title()],
];

export function ShortcutsDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={m.app_shortcuts_title()} size="sm">
      <dl className="flex flex-col gap-1">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={meaning} className="flex h-9 items-center justify-between gap-4">
            <dt className="text-sm text-body">{meaning}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="inline-flex h-6 min-w-6 items-center justify-center rounded-chip border border-line bg-sunken px-1.5 font-sans text-xs font-medium text-ink"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
