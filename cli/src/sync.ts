import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { Asked } from './arguments.ts';
import { addressOf, saveText } from './clips.ts';
import { type Failure, NOT_SIGNED_IN, Refused } from './failure.ts';
import { follow } from './follow.ts';
import { newKey } from './names.ts';
import { say } from './terminal.ts';

const SYNC_EVERY_MS = 300;
/** So often a written text is looked for. */
const PUT_TRIES = 20;

/** Whether two texts differ in nothing but their line ends and a last empty line. */
function sameLines(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => text.replaceAll('\r\n', '\n').trimEnd());
  return left === right;
}

/** Without what would steer a terminal that it is pasted into, with the line ends of a terminal. */
const typeable = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');

/** Keeps the clipboard of this computer and the clips of a user equal, until it is stopped. */
export async function sync({ machine, server, values }: Asked): Promise<void> {
  const clipboard = machine.clipboard();
  const told = [
    'The clipboard of this computer and your clips are kept equal.',
    ...(clipboard.tellsConcealed
      ? []
      : ['This system does not tell what password managers conceal: that is taken too.']),
    'Ctrl+C ends it.',
  ].join(' ');
  const [goesIn, goesOut] = [values.in || !values.out, values.out || !values.in];
  const own = new Set<string>();
  /** Copied here and no clips yet, the oldest first: the server was away, or busy. */
  const unsaved: { readonly text: string; readonly key: string }[] = [];
  let isWaitTold = false;
  let last = await clipboard.read();
  /** When the newest clip was saved that was copied here or put here. */
  let newestAt = '';
  /** Looks and writes take turns, so that nothing written here is taken for something copied. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };
  /** With one key however often: the answer to an earlier try may have been lost. */
  const saveCopied = async () => {
    for (let [first] = unsaved; first; [first] = unsaved) {
      try {
        const { id, createdAt } = await saveText(server, first.text, first.key);
        own.add(id);
        newestAt = createdAt;
        isWaitTold = false;
      } catch (error) {
        const { message, exitCode } = error as Failure;
        if (exitCode === NOT_SIGNED_IN) throw error;
        if (!(error instanceof Refused)) {
          if (!isWaitTold) say(machine, `What is copied is sent later: ${message}`);
          isWaitTold = true;
          return;
        }
        say(machine, message);
      }
      unsaved.shift();
    }
  };
  const look = async () => {
    const text = await clipboard.read();
    if (text !== undefined && text !== last) {
      last = text;
      if (Buffer.byteLength(text) > MAX_TEXT_BYTES) say(machine, 'Left out: longer than 512 KiB.');
      else unsaved.push({ text, key: newKey() });
    }
    await saveCopied();
  };
  const receive = async ({ id, content: sent, createdAt }: Clip) => {
    const content = typeable(sent);
    if (own.has(id) || content === '') return;
    // What was copied since the last look is to become a clip before anything is put over it.
    if (goesOut) await look();
    if (unsaved.length > 0 || createdAt < newestAt) return;
    newestAt = createdAt;
    await put(content);
  };
  const put = async (content: string) => {
    if (content === last) return;
    const before = last;
    last = content;
    await clipboard.write(content);
    let written = await clipboard.read();
    // Some tools end a moment before what they were given can be read: until then no copy either.
    for (let tries = 0; tries < PUT_TRIES && written === before; tries++) {
      await machine.wait(SYNC_EVERY_MS / PUT_TRIES);
      written = await clipboard.read();
    }
    // Some systems write other line ends than they were given: no copy by a person.
    if (written !== undefined && sameLines(written, content)) last = written;
  };
  let isOver = false;
  const looking = async (): Promise<void> => {
    while (!isOver) {
      if (goesOut) await inTurn(look);
      await machine.wait(SYNC_EVERY_MS);
    }
  };
  const following = follow(
    { server, values },
    (clip) => (goesIn ? inTurn(() => receive(clip)) : Promise.resolve()),
    () => say(machine, told),
    async (clip, from) => {
      const content = typeable(clip.content);
      if (content === '') say(machine, `${from} sent you a file: ${addressOf(server, clip.id)}`);
      if (content === '' || !goesIn) return false;
      await inTurn(async () => {
        // What was copied since the last look is to become a clip before it is put over.
        if (goesOut) await look();
        await put(content);
      });
      return true;
    },
  );
  await Promise.race([looking(), following]).finally(() => (isOver = true));
}
