import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { main } from '../../cli/src/commands.ts';
import type { Machine } from '../../cli/src/machine.ts';

/** Before what a terminal shows on the line of what went before; it has no end of a line. */
const OVER = '\r\u001b[K';

export interface Ran {
  readonly code: number | null;
  readonly out: Buffer;
  /** Without progress. */
  readonly told: string;
}

interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly isTerminal?: boolean;
  readonly clipboard?: Machine['clipboard'];
}

/** A stream, and what was written to it. */
function collecting() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, all: () => Buffer.concat(chunks) };
}

/** Runs the command line in this process; what it waits for takes a twentieth of the time. */
export function startCommand(
  args: readonly string[],
  { env, input = '', isTerminal = false, clipboard }: Surroundings,
) {
  const [stdout, stderr] = [collecting(), collecting()];
  const ended = main(args, {
    env: { PATH: process.env['PATH'], ...env },
    stdin: Readable.from([Buffer.from(input)]),
    stdout: Object.assign(stdout.stream, { isTTY: isTerminal }),
    stderr: Object.assign(stderr.stream, { isTTY: isTerminal }),
    wait: (ms) => delay(ms / 20),
    clipboard:
      clipboard ??
      (() => {
        throw new Error('This computer has no clipboard.');
      }),
  });
  const out = () => stdout.all().toString();
  const told = () => stderr.all().toString();
  const ran = async (): Promise<Ran> => ({
    code: await ended,
    out: stdout.all(),
    told: told()
      .split(OVER)
      .filter((each) => each.endsWith('\n'))
      .join(''),
  });
  return { ended: ran(), out, told };
}
