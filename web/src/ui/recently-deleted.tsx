import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { trashDays } from '../lib/browser.ts';
import { m } from '../paraglide/messages.js';
import { buttonStyle } from './button.tsx';

export function RecentlyDeleted({ kind }: { kind?: 'room' | 'roomItem' }) {
  if (trashDays() === 0) return null;
  return (
    <Link
      to={kind ? `/trash?kind=${kind}` : '/trash'}
      className={buttonStyle('ghost', 'sm', 'self-center')}
    >
      <Trash2 size={14} aria-hidden />
      {m.trash_recent()}
    </Link>
  );
}
