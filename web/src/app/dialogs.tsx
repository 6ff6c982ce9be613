import type { User } from '@clipline/contract/schemas/auth.ts';
import { Moon, Sun } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { discardAll } from '../capture/capture.ts';
import { useWaiting } from '../capture/outbox.ts';
import { sendNow } from '../capture/sender.ts';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { hasUnsaved, useUnsaved } from '../lib/unsaved.ts';
import { m } from '../paraglide/messages.js';
import { useOnTheirWay } from '../things/sending/on-its-way.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useOverlay } from '../ui/overlays.tsx';
import { LanguageSelect } from '../ui/preferences.tsx';
import { footEntries } from './foot-entries.ts';

const ROW =
  'flex h-11 w-full items-center gap-3 rounded-control px-2.5 text-base font-medium text-body hover:bg-hover hover:text-ink';

function AccountSheet({ user }: { user: User }) {
  const { close } = useOverlay();
  const theme = useTheme();
  const ThemeIcon = theme === 'dark' ? Sun : Moon;
  return (
    <Dialog
      title={<bdi translate="no">{user.name}</bdi>}
      description={<bdi translate="no">{user.email}</bdi>}
    >
      <div className="-mx-2.5 flex flex-col gap-1">
        {footEntries().map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} onClick={close} className={ROW}>
            <Icon size={18} aria-hidden className="shrink-0" />
            {label}
          </Link>
        ))}
        <button type="button" onClick={toggleTheme} className={ROW}>
          <ThemeIcon size={18} aria-hidden className="shrink-0" />
          <span>{theme === 'dark' ? m.ui_light_theme() : m.ui_dark_theme()}</span>
        </button>
        <div className="flex min-h-11 items-center justify-between gap-3 px-2.5 text-base font-medium text-body">
          <span aria-hidden>{m.ui_language()}</span>
          <LanguageSelect />
        </div>
      </div>
    </Dialog>
  );
}

const SHORTCUTS: readonly [keys: readonly string[], meaning: string][] = [
  [[m.app_key_control(), 'K'], m.app_shortcut_palette()],
  [['x'], m.app_shortcut_select()],
  [['s'], m.app_shortcut_share()],
  [['d'], m.app_shortcut_send()],
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

function ShortcutsDialog() {
  return (
    <Dialog title={m.app_shortcuts_title()} size="sm">
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

function LeaveDialog({ onLeave }: { onLeave: () => void }) {
  const { close } = useOverlay();
  const count = useWaiting().length;
  const typed = useUnsaved();
  const sending = useOnTheirWay().length;
  // It went to the server meanwhile, or will stay there.
  const losesNothing = count === 0 && !typed;
  const [saving, setSaving] = useState(false);
  const [inVain, setInVain] = useState(false);
  /** Whoever closes the dialog has thought better of it. */
  const attempt = useRef({});
  const giveUp = () => (attempt.current = {});
  const logOut = () => {
    giveUp();
    close();
    onLeave();
  };
  const save = async () => {
    const mine = attempt.current;
    setSaving(true);
    const left = await sendNow();
    if (attempt.current !== mine) return;
    setSaving(false);
    setInVain(left > 0);
    // With a text on the page the dialog stays, and asks about that.
    if (left === 0 && !hasUnsaved()) logOut();
  };
  const discard = async () => {
    await discardAll();
    logOut();
  };
  return (
    <Dialog
      onClose={giveUp}
      title={
        count > 0
          ? m.capture_leave_title({ count })
          : sending > 0
            ? m.files_still_sent({ count: sending })
            : typed
              ? m.app_leave_title()
              : m.capture_all_saved()
      }
      description={
        count === 0
          ? typed && m.app_leave_text()
          : inVain
            ? m.capture_leave_in_vain()
            : m.capture_leave_text()
      }
      footer={
        <>
          <Button
            onClick={() => {
              giveUp();
              close();
            }}
          >
            {m.ui_cancel()}
          </Button>
          {losesNothing ? (
            <Button variant="primary" onClick={logOut}>
              {m.app_log_out()}
            </Button>
          ) : (
            <Button onClick={() => void discard()}>{m.capture_leave_discard()}</Button>
          )}
          {count > 0 && (
            <Button variant="primary" pending={saving} onClick={() => void save()}>
              {m.capture_leave_save()}
            </Button>
          )}
        </>
      }
    />
  );
}

export { CommandPalette as palette } from './command-palette.tsx';
export { AccountSheet as account, LeaveDialog as leave, ShortcutsDialog as shortcuts };
