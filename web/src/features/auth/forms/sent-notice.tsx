import { MailCheck } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { slot, withSlots } from '../../../ui/slots.tsx';
import type { Arrival } from '../arrival.ts';

const TEXTS = {
  confirmation: m.auth_sent_confirmation({ email: slot(0) }),
  reset: m.auth_sent_reset({ email: slot(0) }),
};

/** The toast goes; where to look for the mail stays. */
export function SentNotice({ sent, email }: { sent: NonNullable<Arrival['sent']>; email: string }) {
  return (
    <p className="flex gap-3 rounded-control bg-accent-soft px-3.5 py-2.5 text-sm text-ink">
      <MailCheck size={18} aria-hidden className="mt-px shrink-0 text-accent" />
      <span className="min-w-0">
        {withSlots(
          TEXTS[sent],
          <b translate="no" className="inline-block max-w-full font-medium break-words">
            {email || m.auth_your_address()}
          </b>,
        )}
        <span className="mt-1.5 hidden text-body mail-off:block">{m.auth_mail_off()}</span>
      </span>
    </p>
  );
}
