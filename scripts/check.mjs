/** `npm run check`: every `check:*` of package.json, or those named: `npm run check -- types`. */
import runAll from 'npm-run-all2';

const named = process.argv.slice(2).map((name) => `check:${name}`);
try {
  // The others look at the compiled texts too.
  await runAll(['check:texts', ...(named.length > 0 ? named : ['check:!(texts)'])], {
    continueOnError: true,
    silent: true,
    stdout: process.stdout,
    stderr: process.stderr,
  });
  console.log('Everything holds.');
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
