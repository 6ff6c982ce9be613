import { createReadStream, existsSync, rmSync } from 'node:fs';
import { open, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Failure } from './failure.ts';
import type { Machine } from './machine.ts';
import { newKey, numbered } from './names.ts';

/** What a system says of a file, in plain words. */
function inWords(error: unknown, name: string): Failure {
  if (error instanceof Failure) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const words: Readonly<Record<string, string>> = {
    EEXIST: 'is already there.',
    ENOENT: 'is not there.',
    ENOTDIR: 'is not there.',
    EISDIR: 'is a folder.',
    EACCES: 'may not be read or written by you.',
    EPERM: 'may not be read or written by you.',
    ENOSPC: 'does not fit: the disk is full.',
  };
  return new Failure(code in words ? `${name} ${words[code]}` : `${name}: ${message}`);
}

export interface OwnFile {
  readonly name: string;
  readonly size: number;
  /** When it was changed last, in ms. */
  readonly changedAt: number;
  /** Throws a Failure where it was changed since. */
  readonly read: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;
}

const MAX_INPUT_BYTES = 100 * 1024 ** 2;

/** Of what has no size before its end. */
export async function allOf(input: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    length += chunk.length;
    if (length > MAX_INPUT_BYTES)
      throw new Failure('Standard input takes at most 100MB. Write it to a file and push that.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const inMemory = (name: string, bytes: Uint8Array<ArrayBuffer>): OwnFile => ({
  name,
  size: bytes.length,
  changedAt: Date.now(),
  read: async (start, end) => bytes.subarray(start, end),
});

export async function ownFile({ stdin }: Pick<Machine, 'stdin'>, word: string): Promise<OwnFile> {
  if (word === '-') return inMemory('stdin', await allOf(stdin));
  const name = path.basename(word);
  try {
    const handle = await open(word);
    const found = await handle.stat();
    const { size, mtimeMs: changedAt } = found;
    // A pipe, or of the system, such as those in /proc.
    if (!found.isFile() || size === 0)
      return inMemory(name, await allOf(handle.createReadStream() as AsyncIterable<Buffer>));
    await handle.close();
    return {
      name,
      size,
      changedAt,
      async read(start, end) {
        const bytes = await buffer(createReadStream(word, { start, end: end - 1 }));
        const now = await stat(word);
        if (now.size === size && now.mtimeMs === changedAt) return new Uint8Array(bytes);
        throw new Failure(`${word} was changed while it was sent.`);
      },
    };
  } catch (error) {
    throw inWords(error, word);
  }
}

/** No folder is made: a name may be mistyped. */
export async function requireFolder(name: string): Promise<void> {
  const found = await stat(name).catch(() => undefined);
  if (!found?.isDirectory()) throw new Failure(`${name} is no folder.`);
}

/** Has its name once all is there; where that is taken it gets a number, or fails. */
export async function writeNew(
  name: string,
  bytes: string | AsyncIterable<Uint8Array>,
  isNumbered = false,
): Promise<string> {
  const [folder, own] = [path.dirname(name), path.basename(name)];
  await requireFolder(folder);
  if (!isNumbered && existsSync(name)) throw inWords({ code: 'EEXIST' }, name);
  const partial = path.join(folder, `${own}.${newKey()}.part`);
  const remove = () => rmSync(partial, { force: true });
  // At Ctrl+C, too.
  process.once('exit', remove);
  let target = name;
  try {
    await writeFile(partial, bytes, { flag: 'wx' });
    for (let number = 1; ; number++) {
      target = path.join(folder, numbered(own, number));
      const isFree = await writeFile(target, '', { flag: 'wx' }).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST' || !isNumbered) throw error;
        },
      );
      if (!isFree) continue;
      await rename(partial, target);
      return target;
    }
  } catch (error) {
    throw inWords(error, target);
  } finally {
    remove();
    process.off('exit', remove);
  }
}
