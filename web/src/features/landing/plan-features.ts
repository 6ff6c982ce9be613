import type { Plan } from '@clipline/contract/plans.ts';

export interface PlanFeature {
  readonly text: string;
  readonly included: boolean;
}

/** A plan's card, line by line, read from what the plan allows. */
export function planFeatures({ allows }: Plan): PlanFeature[] {
  if (!allows.sharing)
    return [
      { text: 'Cross-device sync', included: true },
      { text: `Basic clipboard history, newest ${allows.historyLimit} clips`, included: true },
      { text: '24/7 support', included: true },
      { text: 'Basic sharing', included: false },
      { text: 'Advanced features', included: false },
    ];
  return [
    { text: 'Cross-device sync', included: true },
    { text: 'Unlimited history', included: allows.historyLimit === null },
    { text: 'Priority support', included: true },
    { text: 'Advanced sharing', included: allows.sharing },
    { text: 'Team collaboration', included: allows.ownRooms },
  ];
}
