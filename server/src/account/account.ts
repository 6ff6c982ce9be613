import type { App } from '../core/app.ts';

export interface Account extends App {
  /** Ends what a user shared by links. May be repeated. */
  readonly endLinks: (userId: string) => Promise<void>;
  /**
   * Ends what a user pays for before they are forgotten, where plans are sold. May be repeated.
   */
  readonly endBilling: (userId: string) => Promise<void>;
}
