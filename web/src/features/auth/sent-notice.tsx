import { MailCheck } from 'lucide-react';
import type { Arrival } from './arrival.ts';

const WHAT = { confirmation: 'Open the confirmation link we sent to', reset: 'Open the reset link we sent to' };

/** The toast goes; where to look for the mail stays. */
export function SentNotice({ sent, email }: { sent: NonNullable<Arrival['sent']>; email: string }) {
  return (
    <p className="flex gap-3 rounded-control bg-accent-soft px-3.5 py-2.5 text-sm text-ink">
      <MailCheck size={18} aria-hidden className="mt-px shrink-0 text-accent" />
      <span className="min-w-0">
        {WHAT[sent]} <b className="inline-block max-w-full font-medium break-words">{email || 'your address'}</b>
      </span>
    </p>
  );
}
