import { isUtf8 } from 'node:buffer';
import { openSync } from 'node:fs';
import path from 'node:path';
import { ReadStream } from 'node:tty';
import { limitName, MAX_FILE_BYTES, MAX_LINK_VIEWS } from '@clipline/contract/limits.ts';
import {
  type Bytes,
  type FileToSeal,
  fragmentOf,
  keyIn,
  newKey as newSecret,
  open as unseal,
  type Opened,
  seal as sealed,
  SealBroken,
  sealedLimits,
  stretch,
  withPassword,
} from '@clipline/contract/sealed.ts';
import { type Asked, HELP, secondsOf, type Values } from './arguments.ts';
import { asJson, json, replyOf, request, type Server, serverOf } from './api.ts';
import { bytesOf } from './downloads.ts';
import { Failure, NOTHING_FOUND, USAGE } from './failure.ts';
import type { Machine } from './machine.ts';
import { cleanName, newKey } from './names.ts';
import { allOf, inMemory, type OwnFile, ownFile, requireFolder, writeNew } from './own-files.ts';
import { printText, say } from './terminal.ts';
import { isUpload, sendParts } from './uploads.ts';

const MAX_DAYS = 30;
const TRIES = 3;
const MIN_PASSWORD_LENGTH = 6;

/** Typed unseen, also where standard input is something else. */
async function typed(machine: Machine, question: string): Promise<string> {
  let terminal: ReadStream;
  try {
    const isInput = machine.stdin.isTTY === true;
    terminal = isInput ? (machine.stdin as ReadStream) : new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    throw new Failure(
      'There is no terminal to ask for the password: set CLIPLINE_SEALED_PASSWORD.',
    );
  }
  machine.stderr.write(question);
  terminal.setRawMode?.(true);
  let text = '';
  try {
    await new Promise<void>((resolve, reject) => {
      terminal.on('data', (chunk) => {
        for (const letter of String(chunk))
          if (letter === '\r' || letter === '\n') resolve();
          else if (letter === '\u0003') reject(new Failure('Ended.'));
          else text = letter === '\u007f' || letter === '\b' ? text.slice(0, -1) : text + letter;
      });
      terminal.on('end', resolve);
      terminal.resume();
    });
  } finally {
    terminal.removeAllListeners('data');
    terminal.setRawMode?.(false);
    if (terminal === machine.stdin) terminal.pause();
    else terminal.destroy();
    machine.stderr.write('\n');
  }
  return text;
}

const ownPassword = async (machine: Machine, question: string): Promise<string> =>
  machine.env['CLIPLINE_SEALED_PASSWORD'] || typed(machine, question);

function viewsOf({ views, 'no-limit': isUnlimited }: Values): number | null {
  if (views === undefined) return isUnlimited ? null : 1;
  const count = Number(views);
  if (isUnlimited || !Number.isInteger(count) || count < 1 || count > MAX_LINK_VIEWS)
    throw new Failure('--views takes a number, and does not go with --no-limit.', USAGE);
  return count;
}

/** Files, or else what comes on standard input: a text where it is one. */
async function contentOf({ machine, words }: Asked): Promise<{ text: string; files: OwnFile[] }> {
  if (words.length > 0) {
    const files: OwnFile[] = [];
    for (const word of words) files.push(await ownFile(machine, word));
    return { text: '', files };
  }
  if (machine.stdin.isTTY) throw new Failure(HELP, USAGE);
  const bytes = await allOf(machine.stdin);
  if (bytes.length === 0) throw new Failure('Nothing came on standard input.', USAGE);
  return isUtf8(bytes)
    ? { text: Buffer.from(bytes).toString(), files: [] }
    : { text: '', files: [inMemory('stdin', bytes)] };
}

const PIECE_BYTES = 1024 ** 2;
const fileToSeal = ({ name, size, read }: OwnFile): FileToSeal => ({
  name,
  type: '',
  size,
  async *bytes() {
    for (let at = 0; at < size; at += PIECE_BYTES)
      yield await read(at, Math.min(size, at + PIECE_BYTES));
  },
});

async function checkSize(server: Server, text: string, files: readonly OwnFile[]): Promise<void> {
  const { maxFileBytes } = await json<{ maxFileBytes: number }>(
    server,
    'GET',
    '/features',
    (reply) => Number(reply.maxFileBytes) > 0,
  );
  const { content } = sealedLimits(maxFileBytes);
  const sum = files.reduce((bytes, { size }) => bytes + size, Buffer.byteLength(text));
  const [largest] = files.toSorted((one, other) => other.size - one.size);
  if (sum > content)
    throw new Failure(
      `${largest?.name ?? 'The text'} is too large to be sealed (${limitName(content)}).`,
    );
}

async function send(server: Server, bytes: Bytes, link: object): Promise<string> {
  const post = async (sent: object) => {
    const { url } = await json<{ url: string }>(
      server,
      'POST',
      '/links/sealed',
      (reply) => /^https?:\/\/\S+\/s\/[\w-]+$/.test(String(reply.url)),
      { ...sent, headers: { 'idempotency-key': newKey() } },
    );
    return url;
  };
  if (bytes.length <= MAX_FILE_BYTES) {
    const form = new FormData();
    form.append('link', JSON.stringify(link));
    form.append('file', new Blob([bytes]), 'sealed');
    return post({ body: form });
  }
  const upload = await json(server, 'POST', '/links/sealed/uploads', isUpload, {
    ...asJson({ name: 'sealed', size: bytes.length }),
    headers: { 'idempotency-key': newKey() },
  });
  await sendParts(server, inMemory('sealed', bytes), upload, { at: () => {}, end: () => {} });
  return post(asJson({ uploadId: upload.id, link }));
}

export async function seal(asked: Asked): Promise<void> {
  const { machine, server, values } = asked;
  const maxViews = viewsOf(values);
  const expiresIn = secondsOf(values.expires ?? '1d', MAX_DAYS);
  const { text, files } = await contentOf(asked);
  await checkSize(server, text, files);
  const key = newSecret();
  let [material, proof]: [Bytes, string | null] = [key, null];
  if (values.password) {
    const password = await ownPassword(machine, 'Password: ');
    if (password.length < MIN_PASSWORD_LENGTH)
      throw new Failure('The password has at least 6 characters.', USAGE);
    ({ material, proof } = await withPassword(key, await stretch(key, password)));
  }
  const pieces: Bytes[] = [];
  for await (const piece of sealed(material, text, files.map(fileToSeal))) pieces.push(piece);
  const url = await send(server, new Uint8Array(Buffer.concat(pieces)), {
    expiresIn,
    maxViews,
    label: values.label ?? null,
    notify: values.notify === true,
    password: proof,
  });
  await printText(machine, `${url}#${await fragmentOf(url.split('/s/')[1] ?? '', key)}\n`);
}

const NOT_SEALED = 'This is no sealed link. Open it in the browser.';
const INCOMPLETE =
  'This link is incomplete: the part after # is missing or damaged. Ask for the whole link.';

interface Sealed {
  readonly server: Server;
  readonly token: string;
  readonly key: Bytes;
  readonly needsPassword: boolean;
}

/** Nothing is opened, and of a damaged link nothing asked. No token goes to whose server it is. */
async function find({ machine, values, words }: Asked): Promise<Sealed> {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) throw new Failure('open takes one link.', USAGE);
  const link =
    word === '-'
      ? Buffer.from(await allOf(machine.stdin))
          .toString()
          .trim()
      : word;
  if (!URL.canParse(link)) throw new Failure(NOT_SEALED, USAGE);
  const { origin, pathname, hash } = new URL(link);
  const [, token] = /^\/s\/([\w-]+)$/.exec(pathname) ?? [];
  if (token === undefined)
    throw new Failure(pathname.startsWith('/s/') ? INCOMPLETE : NOT_SEALED, USAGE);
  const env = { ...machine.env, CLIPLINE_URL: origin, CLIPLINE_TOKEN: '' };
  const server = serverOf({ ...machine, env }, undefined, values.insecure === true);
  const key = await keyIn(token, hash.slice(1));
  if (!key && hash !== '') throw new Failure(INCOMPLETE, USAGE);
  const { kind, needsPassword } = await json<{ kind: string; needsPassword: boolean }>(
    server,
    'GET',
    '/link',
    (reply) => typeof reply.kind === 'string' && typeof reply.needsPassword === 'boolean',
    { isOpen: true, headers: { 'x-link-token': token } },
  );
  if (kind !== 'sealed') throw new Failure(NOT_SEALED, USAGE);
  if (!key) throw new Failure(INCOMPLETE, USAGE);
  return { server, token, key, needsPassword };
}

interface Reply {
  readonly sealed: { readonly url: string; readonly size: number };
}

/** Takes a view. Undefined where the password is another. */
async function take({ server, token }: Sealed, opener: string, password: string | undefined) {
  const read = replyOf<Reply>(({ sealed: at }) => at?.url.startsWith('/api/'));
  const sent = {
    ...asJson({ opener, ...(password !== undefined && { password }) }),
    isOpen: true,
    headers: { 'x-link-token': token },
  };
  const outcome = await request(server, 'POST', '/api/link/open', read, sent);
  if (!outcome.refusal) return outcome.value.sealed;
  const { code, status, error } = outcome.refusal;
  if (code === 'WRONG_LINK_PASSWORD') return undefined;
  throw new Failure(error, status === 404 ? NOTHING_FOUND : undefined);
}

async function openedBy(machine: Machine, found: Sealed): Promise<Opened> {
  const opener = newKey();
  const { key, needsPassword } = found;
  const tries = needsPassword && !machine.env['CLIPLINE_SEALED_PASSWORD'] ? TRIES : 1;
  for (let attempt = 0; attempt < tries; attempt++) {
    const secrets = needsPassword
      ? await withPassword(key, await stretch(key, await ownPassword(machine, 'Password: ')))
      : { material: key, proof: undefined };
    const taken = await take(found, opener, secrets.proof);
    if (taken)
      return unseal(secrets.material, bytesOf(found.server, { ...taken, name: 'what is sealed' }));
    if (attempt + 1 < tries) say(machine, 'That is not the password.');
  }
  throw new Failure('That is not the password.');
}

async function* all(pieces: readonly Bytes[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

export async function open(asked: Asked): Promise<void> {
  const { machine, values } = asked;
  const folder = values.output ?? '.';
  await requireFolder(folder);
  const { text, files } = await openedBy(machine, await find(asked)).catch((error: unknown) => {
    if (!(error instanceof SealBroken)) throw error;
    throw new Failure(
      error.isNewer ? error.message : 'This was changed on the way and cannot be opened.',
    );
  });
  if (text !== '') await printText(machine, text);
  for (const { name, bytes } of files) {
    const written = await writeNew(path.join(folder, cleanName(name)), all(bytes), true);
    // Beside a text it would be taken for a part of it.
    if (text === '') await printText(machine, `${written}\n`);
    else say(machine, written);
  }
}
