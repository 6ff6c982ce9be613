import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { MAX_IMPORT_BYTES } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { receive, type ReceivedFile, type UploadRequest } from '../core/http/uploads.ts';
import { bytesOf } from '../core/http/serve.ts';
import { newId } from '../core/ids.ts';
import { type Archive, openArchive } from './archive.ts';

const tooLarge = () => new ProductError('ARCHIVE_TOO_LARGE', { what: 'it has more than 1 GB' });

/** What does not say how long it is asks for so much at a time. */
const ASKED_BYTES = 16 * 1024 ** 2;

/** Passes bytes on as long as there is space for them. */
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

/**
 * Takes an archive to a file of its own for as long as the work lasts. The file has no name any
 * more once it is open, so that a crash leaves nothing behind. Whoever may not send it any more is
 * told so, and nothing of what is in it.
 */
export async function withArchive<T>(
  request: UploadRequest,
  folder: string,
  checkRights: () => Promise<void>,
  work: (archive: Archive, received: ReceivedFile) => Promise<T>,
): Promise<T> {
  const file = path.join(folder, `import-${newId()}.zip`);
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
    return await work(await openArchive(handle.fd, received.head), received);
  } finally {
    await handle.close();
  }
}
