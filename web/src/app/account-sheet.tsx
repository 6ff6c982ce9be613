import type { User } from '@clipline/contract/schemas/auth.ts';
import { Moon, Sun } from 'lucide-react';
import { Link } from 'react-router';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { m } from '../paraglide/messages.js';
import { Dialog } from '../ui/dialog.tsx';
import { LanguageSelect } from '../ui/language-select.tsx';
import { footEntries } from './foot-entries.ts';

const ROW =
  'flex h-11 w-full items-center gap-3 rounded-control px-2.5 text-base font-medium text-body hover:bg-hover hover:text-ink';

/** Who is signed in, and what belongs to them rather than to a page. */
export function AccountSheet({
  user,
  open,
  onOpenChange,
}: {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const theme = useTheme();
  const ThemeIcon = theme === 'dark' ? Sun : Moon;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<bdi translate="no">{user.name}</bdi>}
      description={<bdi translate="no">{user.email}</bdi>}
    >
      <div className="-mx-2.5 flex flex-col gap-1">
        {footEntries().map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} onClick={() => onOpenChange(false)} className={ROW}>
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
