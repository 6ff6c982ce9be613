import { parseArgs } from 'node:util';
import type { Server } from './api.ts';
import { MIN_LINK_SECONDS } from '@clipline/contract/limits.ts';
import { Failure, USAGE } from './failure.ts';
import type { Machine } from './machine.ts';

export const HELP = `Usage: … | clipline            save standard input as a clip
       clipline paste [-o FILE] [--from-links]   write the newest clip
       clipline ls [-n 20] [--search W] [--json]
       clipline push FILE… [--room ID]
       clipline push [FILE…] --to DEVICE          send to a device of yours
       clipline push FILE… --link [--once] [--expires 1d] [--keep-address]
       clipline pull ID|latest [-o DIR] [--from-links]
       clipline watch [--json] [--exec CMD] [--from-links]
       clipline sync [--in|--out] [--from-links]
       clipline seal [FILE…] [--views N|--no-limit] [--expires 1d] [--password]
                     [--label L] [--notify]       a link that the server cannot read
       clipline open URL [-o DIR]                 needs no sign-in; - reads the link
       clipline login|logout|whoami|help

- is standard input, up to 100 MB. A push of a large file that was ended goes on
when it is started again. What others sent through links of yours is passed over
without --from-links. CLIPLINE_URL and CLIPLINE_TOKEN come before what login kept.
--insecure allows http to other machines than this one.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing found, 4 not signed in.
`;

const options = {
  output: { type: 'string', short: 'o' },
  number: { type: 'string', short: 'n' },
  search: { type: 'string' },
  json: { type: 'boolean' },
  room: { type: 'string' },
  to: { type: 'string' },
  link: { type: 'boolean' },
  once: { type: 'boolean' },
  expires: { type: 'string' },
  'keep-address': { type: 'boolean' },
  'from-links': { type: 'boolean' },
  views: { type: 'string' },
  'no-limit': { type: 'boolean' },
  password: { type: 'boolean' },
  label: { type: 'string' },
  notify: { type: 'boolean' },
  exec: { type: 'string' },
  in: { type: 'boolean' },
  out: { type: 'boolean' },
  insecure: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** One id in sixty-four begins with a dash, and is no option all the same. */
const DASHED_ID = /^-[\w-]{21}$/;

/** Has the ids among the arguments where they cannot be taken for options. */
function withIdsApart(args: readonly string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const [others, ids]: [string[], string[]] = [[], []];
  for (const each of args.slice(0, end))
    if (!DASHED_ID.test(each)) others.push(each);
    else if (others.at(-1) === '--room') others.push(`${others.pop()}=${each}`);
    else ids.push(each);
  return [...others, '--', ...ids, ...args.slice(end + 1)];
}

/** Throws a Failure of wrong usage. */
export function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: withIdsApart(args), options, allowPositionals: true });
  } catch (error) {
    throw new Failure((error as Error).message, USAGE);
  }
}
export type Values = ReturnType<typeof parse>['values'];

const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 };
const DAY_SECONDS = 86_400;

export function secondsOf(text: string, maxDays = 365): number {
  const [, count = '', unit = ''] = /^(\d+)([mhdw])$/.exec(text) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? 0);
  if (seconds >= MIN_LINK_SECONDS && seconds <= maxDays * DAY_SECONDS) return seconds;
  throw new Failure(`--expires takes a time such as 30m, 12h or 1d, up to ${maxDays}d.`, USAGE);
}

/** What a command is given. */
export interface Asked {
  readonly machine: Machine;
  readonly server: Server;
  readonly values: Values;
  readonly words: readonly string[];
}
