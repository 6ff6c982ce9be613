import { useTrial } from './subscription.api.ts';
import { TrialDays } from './trial-days.tsx';

export interface TrialNoteProps {
  /** The icon alone, with its text as a tooltip. */
  narrow?: boolean;
  className: string;
}

/** What there is to say of the trial; nothing for who has a plan. */
export function TrialNote({ narrow = false, className }: TrialNoteProps) {
  const trial = useTrial();
  return trial && <TrialDays {...trial} narrow={narrow} className={className} />;
}
