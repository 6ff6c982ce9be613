import { ProductError } from '@clipline/contract/errors.ts';
import { limitName } from '@clipline/contract/limits.ts';
import { createSealedLink as endpoint, type Link } from '@clipline/contract/schemas/links.ts';
import { beginSealedUpload } from '@clipline/contract/schemas/uploads.ts';
import { looksSealed, sealedLimits } from '@clipline/contract/sealed.ts';
import type { App } from '../core/app.ts';
import { afterCommit } from '../core/db/database.ts';
import { validate } from '../core/http/failures.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { planAllows } from '../auth/plans.ts';
import { SEALED } from '../files/files.queries.ts';
import { ANYONE, GRANT_READER } from '../files/links.ts';
import { addFile } from '../files/uploads.ts';
import { beginUpload, repeatingUpload } from '../uploads/begin.ts';
import { callerOfUser } from '../uploads/uploads.ts';
import { withUpload } from '../uploads/with-upload.ts';
import { createSealedLink } from './links.changes.ts';
import { closeLink, tellLink } from './links.news.ts';
import { presentLink } from './links.present.ts';
import { isGranted } from './links.queries.ts';
import { hashOf, originFor, repeatingLink, withUrl } from './links.routes.ts';

/** What sealed bytes are called where no name of theirs may be known. */
const NAME = 'sealed';
const FILE = 'The sealed content';

function boundsIn({ files }: App) {
  const { content, sealed: maxBytes } = sealedLimits(files.maxFileBytes);
  const tooLarge = () =>
    new ProductError('FILE_TOO_LARGE', { file: FILE, limit: limitName(content) });
  return { maxBytes, tooLarge };
}

async function create(call: Call<typeof endpoint>, app: App): Promise<Link> {
  const { user, address, ensure } = call;
  ensure(planAllows('links'));
  const arriving = { fields: ['link'], ownerId: user.id, sealed: boundsIn(app) };
  const made = await withUpload(app, call, arriving, async (upload) => {
    if (!looksSealed(upload.head, upload.size)) throw new ProductError('INVALID_UPLOAD');
    const { finishing } = call.request.call;
    const sent = finishing ?? validate(endpoint.body, upload.fields);
    const { link: asked } = sent as ReturnType<typeof validate<typeof endpoint.body>>;
    const passwordHash = await hashOf(asked.password, address);
    return call.create(async (tx) => {
      const { link, replaced } = await createSealedLink(app, tx, user.id, asked, passwordHash);
      await addFile(tx, { ...upload, name: NAME }, { kind: SEALED, id: link.id }, Date.now());
      afterCommit(tx, () => {
        tellLink(app, link);
        for (const each of replaced) closeLink(app, each);
      });
      const origin = originFor(app, call);
      return { ...(await presentLink(app, tx, link, origin)), url: origin };
    }, upload);
  });
  return withUrl(app, made);
}

const begin = (call: Call<typeof beginSealedUpload>, app: App) =>
  beginUpload(app, call, async () => {
    call.ensure(planAllows('links'));
    const { maxBytes, tooLarge } = boundsIn(app);
    return {
      place_kind: 'sealed',
      place_id: null,
      owner_id: call.user.id,
      caller: callerOfUser(call.user.id),
      isSent: false,
      maxBytes: Infinity,
      requireCapacity(size) {
        if (size > maxBytes) throw tooLarge();
      },
    };
  });

export function serveSealed(app: App): void {
  serve(app, endpoint, create, repeatingLink(app));
  serve(app, beginSealedUpload, begin, repeatingUpload(app));
  app.files.sharedBy.set(SEALED, async (linkId, reader) => {
    const hash = reader.startsWith(GRANT_READER) ? reader.slice(GRANT_READER.length) : '';
    if (await isGranted(app.db, linkId, hash, Date.now())) return ANYONE;
    throw new ProductError('FILE_LINK_INVALID');
  });
}
