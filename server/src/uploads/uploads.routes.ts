import { uploadEndpoints as endpoints } from '@clipline/contract/schemas/uploads.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { App } from '../core/app.ts';
import { transact } from '../core/db/database.ts';
import { hasScope } from '../core/http/current-user.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { HOUR_MS } from '../core/time.ts';
import { putPart } from './parts.ts';
import { listUploadsInto, removeEnded, removeUpload } from './uploads.queries.ts';
import { presentHead, presentUpload, requireUpload, scopeOfPlace } from './uploads.ts';

const BATCH = 100;

async function read(call: Call<typeof endpoints.readUpload>, app: App) {
  const { params, request, reply } = call;
  return presentUpload(app.db, await requireUpload(app, request, reply, params.id, 'owner'));
}

async function list({ user }: Call<typeof endpoints.listUploads>, app: App) {
  const uploads = await listUploadsInto(app.db, user.id, Date.now());
  return uploads
    .filter(({ place_kind: kind }) => hasScope(user, scopeOfPlace[kind]))
    .map(presentHead);
}

/** Its row goes first: what is left of its bytes the hourly job removes. */
async function discard(call: Call<typeof endpoints.discardUpload>, app: App) {
  const { params, request, reply, change } = call;
  const upload = await requireUpload(app, request, reply, params.id, 'owner');
  if (!(await change((tx) => removeUpload(tx, upload.id))))
    throw new ProductError('UPLOAD_NOT_FOUND');
  app.requireSpace.lookAgain(upload.owner_id);
  await app.storage.parts
    .abandon({ key: upload.id, token: upload.store_token })
    .catch((error: unknown) =>
      app.server.log.warn({ err: error }, 'Bytes of an upload are left to the hourly job'),
    );
  return { message: 'Upload discarded' };
}

export async function removeEndedUploads({ db, storage }: App, now: number): Promise<void> {
  let ended: Awaited<ReturnType<typeof removeEnded>>;
  do {
    ended = await transact(db, (tx) => removeEnded(tx, now, BATCH));
    for (const { id: key, store_token: token } of ended)
      await storage.parts.abandon({ key, token });
  } while (ended.length === BATCH);
}

export function plugInUploads(app: App): void {
  serve(app, endpoints.putUploadPart, putPart);
  serve(app, endpoints.readUpload, read);
  serve(app, endpoints.discardUpload, discard);
  serve(app, endpoints.listUploads, list);
  app.jobs.push({
    name: 'remove ended uploads',
    everyMs: HOUR_MS,
    run: () => removeEndedUploads(app, Date.now()),
  });
}
