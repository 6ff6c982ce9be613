import { CircleUser, Link2, Shield, Trash2 } from 'lucide-react';
import { trashDays } from '../lib/browser.ts';
import { getUser } from '../session/session.ts';
import { m } from '../paraglide/messages.js';

export const footEntries = () => [
  ...(trashDays() > 0 ? [{ to: '/trash', label: m.trash_title(), icon: Trash2 }] : []),
  { to: '/links', label: m.links_title(), icon: Link2 },
  ...(getUser()?.isAdmin ? [{ to: '/admin', label: m.owner_admin(), icon: Shield }] : []),
  { to: '/account', label: m.app_account(), icon: CircleUser },
];
