/**
 * What one screen hands to the sign-in screen with a navigation, besides the origin that the guard
 * remembers.
 */
export interface Arrival {
  readonly email: string;
  readonly sent: 'confirmation' | 'reset' | null;
}

const asObject = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? { ...state } : {};

export function arrivalOf(state: unknown): Arrival {
  const { email, sent } = asObject(state);
  return {
    email: typeof email === 'string' ? email : '',
    sent: sent === 'confirmation' || sent === 'reset' ? sent : null,
  };
}

export const arriving = (state: unknown, arrival: Partial<Arrival>): Record<string, unknown> => ({
  ...asObject(state),
  ...arrival,
});
