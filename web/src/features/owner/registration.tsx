import type { Registration } from '@clipline/contract/schemas/features.ts';
import { Mail } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { SegmentedControl } from '../../ui/select.tsx';
import { useServer, useSetRegistration } from './owner.api.ts';

export const registrationNames: Record<Registration, () => string> = {
  open: () => m.owner_anyone(),
  invited: () => m.owner_invited(),
  closed: () => m.owner_nobody(),
};
const MEANINGS: Record<Registration, () => string> = {
  open: () => m.owner_anyone_text(),
  invited: () => m.owner_invited_text(),
  closed: () => m.owner_nobody_text(),
};
const CHOICES = (['open', 'invited', 'closed'] as const).map((value) => ({
  value,
  label: registrationNames[value](),
}));

/** Whom the server takes: the first thing that an admin looks for. */
export function WhoMaySignUp() {
  const { data } = useServer();
  const set = useSetRegistration();
  if (!data) return <div className="min-h-16 rounded-card bg-sunken max-sm:min-h-32" />;
  const value = set.isPending ? set.variables : data.registration;
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-sunken px-4 py-3">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-surface text-muted max-sm:hidden">
        <Mail size={16} aria-hidden />
      </span>
      <div className="min-w-56 flex-1">
        <p className="text-sm font-semibold text-ink">{m.owner_who_may()}</p>
        <output className="block text-sm text-muted">
          {`${MEANINGS[value]()}${data.registrationFixed ? ` ${m.owner_registration_fixed()}` : ''}`}
        </output>
      </div>
      <SegmentedControl
        label={m.owner_who_may()}
        value={value}
        options={CHOICES}
        disabled={data.registrationFixed}
        onValueChange={(next) => set.mutate(next)}
      />
    </div>
  );
}
