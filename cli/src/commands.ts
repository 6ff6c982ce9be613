import { isUtf8 } from 'node:buffer';
import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { type Asked, HELP, parse, secondsOf, type Values } from './arguments.ts';
import { asJson, json, replyOf, request, serverOf, type Shape } from './api.ts';
import {
  addressOf,
  addToRoom,
  clipOf,
  history,
  latest,
  linkTo,
  saveBytes,
  saveFiles,
} from './clips.ts';
import { deviceNamed, sendTo } from './devices.ts';
import { bytesOf } from './downloads.ts';
import { readCredentials, removeCredentials, writeCredentials } from './credentials.ts';
import { Failure, NOT_SIGNED_IN, USAGE } from './failure.ts';
import { follow } from './follow.ts';
import type { Machine } from './machine.ts';
import { cleanName } from './names.ts';
import { allOf, type OwnFile, ownFile, requireFolder, writeNew } from './own-files.ts';
import { open, seal } from './sealed.ts';
import { sync } from './sync.ts';
import { escaped, print, printText, say } from './terminal.ts';

const SCOPES = ['clips:read', 'clips:write', 'rooms:read', 'rooms:write', 'links'];

async function saveInput({ machine, server }: Asked): Promise<Clip> {
  const bytes = await allOf(machine.stdin);
  if (bytes.length === 0) throw new Failure('Nothing came on standard input.', USAGE);
  return saveBytes(server, bytes);
}

async function save(asked: Asked): Promise<void> {
  const { machine, server } = asked;
  if (machine.stdin.isTTY) throw new Failure(HELP, USAGE);
  await printText(machine, `${addressOf(server, (await saveInput(asked)).id)}\n`);
}

async function paste({ machine, server, values }: Asked): Promise<void> {
  const clip = await latest(server, values['from-links']);
  const [file] = clip.files;
  const content = clip.content === '' && file ? bytesOf(server, file) : clip.content;
  if (values.output !== undefined) return void (await writeNew(values.output, content));
  if (typeof content === 'string') return printText(machine, content);
  if (!machine.stdout.isTTY) {
    for await (const chunk of content) await print(machine, chunk);
    return;
  }
  const bytes = await buffer(content);
  // Anyone may have sent this file: neither does it steer the terminal.
  if (isUtf8(bytes)) return printText(machine, bytes.toString());
  throw new Failure(`${file?.name} is no text. Write it to a file: clipline paste -o FILE`);
}

/** One line a clip: of its text what comes before the first line break. */
const lineOf = ({ id, createdAt, content, files }: Clip) => {
  const [first = ''] = /^.*/.exec(content.trim()) ?? [];
  const names = files.map(({ name }) => `[${name}]`).join(' ');
  return `${id}  ${createdAt}  ${[[...first].slice(0, 80).join(''), names].filter(Boolean).join(' ')}`;
};

async function list({ machine, server, values }: Asked): Promise<void> {
  const count = Number(values.number ?? 20);
  if (!Number.isInteger(count) || count < 1) throw new Failure('-n takes a number.', USAGE);
  const clips = await history(server, { count, search: values.search });
  // What is spelled out in the strings of JSON means the same.
  if (values.json) await printText(machine, `${JSON.stringify(clips)}\n`);
  else for (const clip of clips) await printText(machine, `${lineOf(clip)}\n`);
}

/** What a link is limited to; undefined where none is asked for. */
function linkWish(values: Values): object | undefined {
  const { link, once, expires, room, 'keep-address': keepsAddress } = values;
  if (!link && (once || expires !== undefined || keepsAddress))
    throw new Failure('--once, --expires and --keep-address are of a link: add --link.', USAGE);
  if (link && room !== undefined)
    throw new Failure('A link is to a clip: --link and --room do not go together.', USAGE);
  if (!link) return undefined;
  const limits = {
    ...(once ? { maxViews: 1 } : {}),
    ...(expires === undefined ? {} : { expiresIn: secondsOf(expires) }),
  };
  // Otherwise anyone with the address reads it without the link, as the share dialog says.
  const isClosed = Object.keys(limits).length > 0 && !keepsAddress;
  return { ...limits, ...(isClosed ? { closeAddress: true } : {}) };
}

async function push(asked: Asked): Promise<void> {
  const { machine, server, values, words } = asked;
  const { to } = values;
  if (words.length === 0 && to === undefined) throw new Failure('push takes files.', USAGE);
  if (to !== undefined && (values.room !== undefined || values.link))
    throw new Failure('--to goes with neither --room nor --link.', USAGE);
  const wish = linkWish(values);
  const device = to === undefined ? undefined : await deviceNamed(server, to);
  const files: OwnFile[] = [];
  for (const word of words) files.push(await ownFile(machine, word));
  if (values.room !== undefined) {
    await addToRoom(server, values.room, files);
    return print(machine, `${server.url}/rooms/${encodeURIComponent(values.room)}\n`);
  }
  const { id } = await (words.length === 0 ? saveInput(asked) : saveFiles(server, files));
  if (device !== undefined) await sendTo(server, device, id);
  if (!wish) return printText(machine, `${addressOf(server, id)}\n`);
  try {
    return await printText(machine, `${await linkTo(server, id, wish)}\n`);
  } catch (error) {
    // What is saved stays: the link can be made there.
    if (error instanceof Failure) say(machine, `Saved without a link: ${addressOf(server, id)}`);
    throw error;
  }
}

async function pull({ machine, server, values, words }: Asked): Promise<void> {
  const [id, ...more] = words;
  if (id === undefined || more.length > 0)
    throw new Failure('pull takes one ID, or latest.', USAGE);
  const clip = await (id === 'latest' ? latest(server, values['from-links']) : clipOf(server, id));
  const folder = values.output ?? '.';
  await requireFolder(folder);
  const parts =
    clip.files.length > 0
      ? clip.files.map((file) => ({ name: file.name, bytes: bytesOf(server, file) }))
      : [{ name: `${clip.id}.txt`, bytes: clip.content }];
  for (const part of parts) {
    const name = cleanName(part.name);
    if (/^\s*\./.test(part.name)) say(machine, `${part.name} is written as ${name}.`);
    const written = await writeNew(path.join(folder, name), part.bytes, true);
    await printText(machine, `${written}\n`);
  }
}

/** Without a shell: words are parted at spaces. */
function execute(machine: Machine, command: string, clip: Clip): Promise<void> {
  const [name = '', ...args] = command.split(' ').filter(Boolean);
  return new Promise((resolve) => {
    const { CLIPLINE_TOKEN: _kept, ...given } = machine.env;
    const env = { ...given, CLIP_ID: clip.id };
    const child = spawn(name, args, { stdio: ['pipe', 'inherit', 'inherit'], env });
    child.stdin.on('error', () => {});
    child.stdin.end(clip.content);
    child.on('error', ({ message }) => {
      say(machine, message);
      resolve();
    });
    child.on('close', () => resolve());
  });
}

function watch({ machine, server, values }: Asked): Promise<void> {
  const show = async (clip: Clip): Promise<void> => {
    if (values.exec !== undefined) await execute(machine, values.exec, clip);
    else await printText(machine, values.json ? `${JSON.stringify(clip)}\n` : clip.content);
  };
  return follow(
    { server, values },
    show,
    () => say(machine, 'Watching for new clips. Ctrl+C ends it.'),
    async (clip, from) => {
      say(machine, `${from} sent you ${addressOf(server, clip.id)}`);
      return false;
    },
  );
}

interface Waiting {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly expires_in: number;
  readonly interval: number;
}

const isWaiting: Shape<Waiting> = (reply) =>
  [reply.device_code, reply.user_code, reply.verification_uri].every(
    (text) => typeof text === 'string',
  ) && [reply.expires_in, reply.interval].every((seconds) => Number(seconds) > 0);

async function login({ machine, server }: Asked): Promise<void> {
  const name = `clipline on ${hostname()}`.slice(0, 60);
  const waiting = await json<Waiting>(server, 'POST', '/auth/device', isWaiting, {
    ...asJson({ name, scopes: SCOPES }),
    isOpen: true,
  });
  say(machine, `Open ${waiting.verification_uri} and type the code ${waiting.user_code}`);
  const read = replyOf<{ access_token: string }>(
    ({ access_token: token }) => typeof token === 'string',
  );
  let seconds = waiting.interval;
  const until = Date.now() + waiting.expires_in * 1000;
  while (Date.now() < until) {
    await machine.wait(seconds * 1000);
    const outcome = await request(server, 'POST', '/api/auth/device/token', read, {
      ...asJson({ device_code: waiting.device_code }),
      isOpen: true,
      once: true,
    }).catch(() => undefined);
    if (!outcome) continue;
    if (!outcome.refusal) {
      await writeCredentials(machine.env, { url: server.url, token: outcome.value.access_token });
      return say(machine, `Signed in at ${server.url}.`);
    }
    const { status, code, error } = outcome.refusal;
    if (code === 'SLOW_DOWN') seconds += 5;
    else if (code === 'ACCESS_DENIED') throw new Failure('It was refused in the browser.');
    else if (code === 'EXPIRED_TOKEN') break;
    else if (code !== undefined && code !== 'AUTHORIZATION_PENDING' && status < 500)
      throw new Failure(error);
  }
  throw new Failure('The code has expired. Start again.');
}

/** The file goes in any case, the token where its server can be told. */
async function logout({ machine, server }: Asked): Promise<void> {
  const signedIn = { ...server, ...(await readCredentials(machine.env)) };
  await removeCredentials(machine.env);
  if (signedIn.token === undefined) return say(machine, 'You were not signed in.');
  const isEnded = await json<{ message: string }>(
    signedIn,
    'DELETE',
    '/account/tokens/current',
    ({ message }) => typeof message === 'string',
  ).then(
    () => true,
    // It ended before.
    ({ exitCode }: Failure) => exitCode === NOT_SIGNED_IN,
  );
  if (isEnded) return say(machine, 'Signed out.');
  say(
    machine,
    `Signed out here. The token still works until it is deleted on ${signedIn.url}/account`,
  );
}

async function whoami({ machine, server }: Asked): Promise<void> {
  const { user, scopes } = await json<{
    user: { name: string; email: string };
    scopes: string[] | null;
  }>(
    server,
    'GET',
    '/auth/whoami',
    ({ user: who }) => typeof who?.name === 'string' && typeof who.email === 'string',
  );
  await printText(machine, `${user.name} <${user.email}>\n`);
  say(machine, `${server.url}${scopes ? `: ${scopes.join(', ')}` : ''}`);
}

const commands: Readonly<Record<string, (asked: Asked) => Promise<void>>> = {
  paste,
  ls: list,
  push,
  pull,
  watch,
  sync,
  seal,
  open,
  login,
  logout,
  whoami,
  help: ({ machine }) => print(machine, HELP),
};
/** Those that take words of their own. */
const takesWords = new Set(['push', 'pull', 'seal', 'open']);

async function run(args: readonly string[], machine: Machine): Promise<void> {
  const { values, positionals } = parse(args);
  const [name, ...words] = positionals;
  if (values.help || name === 'help') return print(machine, HELP);
  const command =
    name === undefined || name === '-'
      ? save
      : Object.entries(commands).find(([each]) => each === name)?.[1];
  if (!command || (words.length > 0 && !takesWords.has(name ?? ''))) throw new Failure(HELP, USAGE);
  const kept = await readCredentials(machine.env);
  const server = serverOf(machine, kept, values.insecure === true);
  await command({ machine, server, values, words });
}

/** Does what it is asked for on the command line; returns the exit code. */
export async function main(args: readonly string[], machine: Machine): Promise<number> {
  try {
    await run(args, machine);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, exitCode } = error;
    return new Promise((resolve) =>
      machine.stderr.write(`${escaped(message.trimEnd())}\n`, () => resolve(exitCode)),
    );
  }
}
