import { ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/owner.ts';
import type { App } from '../core/app.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { ownerLimits } from './owner.limits.ts';
import { ownerLetters } from './owner.mails.ts';
import { findSetting, listLog, saveSetting } from './owner.queries.ts';
import { countAll } from './people.queries.ts';
import { note } from './people.changes.ts';
import { registrationOf } from './registration.ts';

const LOG_PAGE = 50;
/** Counting reads whole tables. */
const COUNTED_MS = 10_000;

export function serveServerState(app: App): void {
  const startedAt = isoTime(Date.now());
  const counted = countedIn(app);
  const read = () => stateOf(app, startedAt, counted());
  serve(app, endpoints.readServer, read);
  serve(app, endpoints.updateServer, async (call) => {
    await updateServer(call, app);
    return read();
  });
  serve(app, endpoints.sendTestMail, sendTestMail);
  serve(app, endpoints.readAdminLog, readAdminLog);
}

type Counts = ReturnType<typeof countAll>;

function countedIn({ store }: App): () => Counts {
  let [last, at]: [Counts | undefined, number] = [undefined, -Infinity];
  return () => {
    if (last && performance.now() - at < COUNTED_MS) return last;
    [last, at] = [countAll(store), performance.now()];
    last.catch(() => (last = undefined));
    return last;
  };
}

async function stateOf(
  app: App,
  startedAt: string,
  counts: Counts,
): Promise<endpoints.ServerState> {
  const { config, db, redis, s3, store } = app;
  const lastBackup = await findSetting(db, 'last backup at');
  return {
    ...(await counts),
    version: app.version,
    build: app.build(),
    startedAt,
    node: process.versions.node,
    store: store.engine === 'sqlite' ? 'sqlite' : 'postgresql',
    files: s3 ? 's3' : 'disk',
    freeBytes: s3 ? null : (await app.diskSpace()).free,
    mail: config.SMTP_URL === undefined ? 'outbox' : 'smtp',
    redis: redis
      ? await redis.check().then(
          () => 'ok' as const,
          () => 'away' as const,
        )
      : null,
    lastBackupAt: isoOrNull(lastBackup && Number(lastBackup.value)),
    registration: await registrationOf(config, db),
    registrationFixed: config.REGISTRATION !== undefined,
  };
}

async function updateServer(
  { user, body, change }: Call<typeof endpoints.updateServer>,
  { config }: App,
): Promise<void> {
  if (config.REGISTRATION !== undefined) throw new ProductError('REGISTRATION_FIXED');
  const { registration } = body;
  await change(async (tx) => {
    if ((await registrationOf(config, tx)) === registration) return;
    await saveSetting(tx, 'registration', registration);
    await note(tx, user.id, 'server.registration', registration);
  });
}

async function sendTestMail(
  { user, request }: Call<typeof endpoints.sendTestMail>,
  { limits, mail, config }: App,
) {
  await limits.take(ownerLimits.testMails, user.id);
  const language = languageOfBrowser(request) ?? 'en';
  const url = `${config.PUBLIC_URL}/admin`;
  const refusal = await mail.sendNow(ownerLetters.testMail(user.email, url, language));
  if (refusal !== undefined) throw new ProductError('MAIL_FAILED', { code: refusal });
  return { message: `A mail to ${user.email} was sent.` };
}

async function readAdminLog({ query }: Call<typeof endpoints.readAdminLog>, { db }: App) {
  const rows = await listLog(db, query.before, query.limit ?? LOG_PAGE);
  return rows.map(({ id, at, action, target, admin_id: adminId, name }) => ({
    id,
    at: isoTime(at),
    admin: adminId === null ? null : { id: adminId, name: name ?? '' },
    action,
    target,
  }));
}
