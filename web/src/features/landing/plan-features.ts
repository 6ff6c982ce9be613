import type { Plan } from '@clipline/contract/plans.ts';
import { m } from '../../paraglide/messages.js';

export interface PlanFeature {
  readonly text: string;
  readonly included: boolean;
  /** Nothing that the app does: a server that sells nothing has nobody for it. */
  readonly paid?: true;
}

/** A plan's card, line by line, read from what the plan allows. */
export function planFeatures({ allows }: Plan): PlanFeature[] {
  if (!allows.sharing)
    return [
      { text: m.landing_has_sync(), included: true },
      { text: m.landing_has_basic_history({ count: allows.historyLimit ?? 0 }), included: true },
      { text: m.landing_has_support(), included: true },
      { text: m.landing_has_basic_sharing(), included: false },
      { text: m.landing_has_advanced_features(), included: false },
    ];
  return [
    { text: m.landing_has_sync(), included: true },
    { text: m.landing_has_unlimited_history(), included: allows.historyLimit === null },
    { text: m.landing_has_priority_support(), included: true, paid: true },
    { text: m.landing_has_advanced_sharing(), included: allows.sharing },
    { text: m.landing_has_team(), included: allows.ownRooms },
  ];
}
