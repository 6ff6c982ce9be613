/**
 * Every npm script of this repository: `node scripts/run.mjs <command> [args…]`, under any Node
 * from 20 on and without a dependency. Installs and builds what is missing or stale, then runs the
 * command under the pinned Node.
 */
const major = Number.parseInt(process.versions.node, 10);
if (major < 20) {
  console.error(`Clipline needs Node 20 or newer; this is ${process.version}.`);
  process.exit(1);
}

const { PlainError, say } = await import('./project.mjs');
try {
  const { runCommand } = await import('./commands.mjs');
  process.exitCode = await runCommand(process.argv[2], process.argv.slice(3));
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
