/** `npm run check`: every `check:*` of package.json, or those named: `npm run check -- types`. */
import { availableParallelism } from 'node:os';
import runAll from 'npm-run-all2';

const named = process.argv.slice(2).map((name) => `check:${name}`);
try {
  const { stdout, stderr } = process;
  const options = { continueOnError: true, silent: true, stdout, stderr };
  // The others look at the compiled texts too.
  await runAll('check:texts', options);
  // Most of them use one core.
  await runAll(named.length > 0 ? named : ['check:!(texts)'], {
    ...options,
    parallel: true,
    maxParallel: availableParallelism(),
    aggregateOutput: true,
  });
  console.log('Everything holds.');
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
