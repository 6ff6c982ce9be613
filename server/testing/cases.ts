import { randomInt } from 'node:crypto';

const MANY = 2000;

/** How often a property is tried. PROPERTY_SEED repeats a run. */
function tried(numRuns: number): { numRuns: number; seed: number } {
  const seed = Number(process.env['PROPERTY_SEED'] || randomInt(2 ** 31));
  console.log(`${numRuns} cases, PROPERTY_SEED=${seed}`);
  return { numRuns, seed };
}

export const manyCases = () => tried(MANY);

/** For one that takes its time: the few of `npm test`, or as many as PROPERTY_CASES says. */
export const someCases = (few: number) => tried(Number(process.env['PROPERTY_CASES'] || few));
