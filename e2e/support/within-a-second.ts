import { expect } from '@playwright/test';

const PROMISED_MS = 1000;
const TRIES = 5;

/**
 * What a person does must be seen elsewhere within a second of the server's response. Each try
 * returns how many ms it took. A machine that is busy with something else holds up one or the
 * other, but never all of them.
 */
export async function expectWithinASecond(
  attempt: (turn: number) => Promise<number>,
): Promise<void> {
  const taken: number[] = [];
  while (taken.length < TRIES && !taken.some((ms) => ms < PROMISED_MS))
    taken.push(await attempt(taken.length));
  expect(Math.min(...taken), `ms of each try: ${taken.join(', ')}`).toBeLessThan(PROMISED_MS);
}
