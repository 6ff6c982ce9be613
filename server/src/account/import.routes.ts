import type { App } from '../core/app.ts';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_IMPORT_BYTES } from '@clipline/contract/limits.ts';
import type { importAccount as endpoint } from '@clipline/contract/schemas/account.ts';
import { wakeJob } from '../core/db/database.ts';
import { limitKeysOf } from '../core/http/limits.ts';
import { bytesOf, type Call } from '../core/http/serve.ts';
import { receive, type ReceivedFile, type UploadRequest } from '../core/http/uploads.ts';
import { newId } from '../core/ids.ts';
import { Queue } from '../core/queue.ts';
import { planAllows } from '../auth/plans.ts';
import { MAKE_PREVIEWS } from '../files/previews.ts';
import { accountLimits } from './account.limits.ts';
import { type Archive, openArchive } from './archive.ts';
import { importArchive } from './import.ts';

/** Archives that may be on their way to this node, each up to a gigabyte of disk for a while. */
const MAX_RECEIVING = 32;
/** One slow sender does not keep others out. */
const MAX_RECEIVING_PER_NETWORK = 4;
const MAX_RUNNING = 2;
const RETRY_AFTER_SECONDS = 60;
/** What does not say how long it is asks for so much at a time. */
const ASKED_BYTES = 16 * 1024 ** 2;

/** That two nodes add nothing twice is up to the store. */
const busyFor = new Set<string>();
const receiving: string[] = [];
const queue = new Queue({
  running: MAX_RUNNING,
  waiting: MAX_RECEIVING,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
});

const tooLarge = () => new ProductError('ARCHIVE_TOO_LARGE', { what: 'it has more than 1 GB' });

async function* withinSpace({ raw, call }: UploadRequest, bytes: AsyncIterable<Uint8Array>) {
  let [came, granted] = [0, bytesOf(raw)];
  for await (const chunk of bytes) {
    came += chunk.length;
    if (came > granted) {
      await call.requireSpace(ASKED_BYTES);
      granted += ASKED_BYTES;
    }
    yield chunk;
  }
}

/** The file has no name any more once it is open, so that a crash leaves nothing behind. */
async function withArchive<T>(
  { request, checkRights }: Call<typeof endpoint>,
  { config, files }: App,
  work: (archive: Archive, received: ReceivedFile) => Promise<T>,
): Promise<T> {
  const file = path.join(config.DATA_DIR, `import-${newId()}.zip`);
  const handle = await open(file, 'wx+', 0o600);
  try {
    await rm(file, { force: true });
    const storage = {
      async put(bytes: AsyncIterable<Uint8Array>) {
        await handle.writeFile(withinSpace(request, bytes));
        return file;
      },
      remove: async () => {},
    };
    const received = await receive(request, { storage, maxBytes: MAX_IMPORT_BYTES, tooLarge });
    // The session may have ended in the moment before its end was listened for.
    await checkRights();
    return await work(await openArchive(handle.fd, received.head, files.maxFileBytes), received);
  } finally {
    await handle.close();
  }
}

export async function importAccount(call: Call<typeof endpoint>, app: App) {
  const { user, request, address, ensure, change, checkRights, create } = call;
  const { own: network } = limitKeysOf({ address });
  ensure(planAllows('changes'));
  if (busyFor.has(user.id)) throw new ProductError('IMPORT_RUNNING');
  const ofNetwork = receiving.filter((from) => from === network);
  if (receiving.length >= MAX_RECEIVING || ofNetwork.length >= MAX_RECEIVING_PER_NETWORK)
    throw new ProductError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
  busyFor.add(user.id);
  receiving.push(network);
  let isReceived = false;
  const received = () => {
    if (!isReceived) receiving.splice(receiving.indexOf(network), 1);
    isReceived = true;
  };
  try {
    await app.limits.take(accountLimits.imports, user.id);
    return await withArchive(call, app, (archive, sent) => {
      received();
      request.call.settleSpace();
      // What waits for its turn and works for minutes sends nothing meanwhile.
      request.raw.socket.setTimeout(0);
      return queue.run(network, async () => {
        await checkRights();
        await archive.check();
        const result = await importArchive(app, user, archive, change);
        return create(async (tx) => {
          await wakeJob(tx, MAKE_PREVIEWS);
          return result;
        }, sent);
      });
    });
  } finally {
    received();
    busyFor.delete(user.id);
  }
}
