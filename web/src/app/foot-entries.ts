import { CircleUser, Link2, Trash2 } from 'lucide-react';
import { trashDays } from '../lib/browser.ts';
import { m } from '../paraglide/messages.js';

export const footEntries = () => [
  ...(trashDays() > 0 ? [{ to: '/trash', label: m.trash_title(), icon: Trash2 }] : []),
  { to: '/links', label: m.links_title(), icon: Link2 },
  { to: '/account', label: m.app_account(), icon: CircleUser },
];
