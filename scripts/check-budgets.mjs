/** Holds the built web app to its budgets. */
import { KB, weights } from './weights.mjs';

for (const { what, bytes, budget } of weights()) {
  console.log(
    `${(bytes / KB).toFixed(1).padStart(7)} of ${String(budget / KB).padStart(3)} kB  ${what}`,
  );
  if (bytes <= budget) continue;
  console.error(`  ${what} is ${(bytes / KB).toFixed(1)} kB, over its budget of ${budget / KB} kB`);
  process.exitCode = 1;
}
