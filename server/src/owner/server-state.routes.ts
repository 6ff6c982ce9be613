import { ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/owner.ts';
import type { App } from '../core/app.ts';
import type { Tx } from '../core/db/database.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { DAY_MS, isoOrNull, isoTime } from '../core/time.ts';
import { METHOD_ACT, requireConfirmed } from '../auth/confirmations.ts';
import { requirePasswords } from '../auth/sign-in.ts';
import { ownerLimits } from './owner.limits.ts';
import { ownerLetters } from './owner.mails.ts';
import { findSetting, listLog, removeSetting, saveSetting } from './owner.queries.ts';
import { countAll, measureStore } from './people.queries.ts';
import { note } from './people.changes.ts';
import { registrationOf } from './registration.ts';

const LOG_PAGE = 50;
const SECOND_STEP = 'second step from';
const GRACE_DAYS = 7;
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

const countStore = async (store: App['store']) => ({
  ...(await countAll(store.scans)),
  storeBytes: await measureStore(store),
});
type Counts = ReturnType<typeof countStore>;

function countedIn({ store }: App): () => Counts {
  let [last, at]: [Counts | undefined, number] = [undefined, -Infinity];
  return () => {
    if (last && performance.now() - at < COUNTED_MS) return last;
    [last, at] = [countStore(store), performance.now()];
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
  const requiredFrom = await findSetting(db, SECOND_STEP);
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
    secondStep: requiredFrom ? 'required' : 'optional',
    secondStepFrom: isoOrNull(requiredFrom && Number(requiredFrom.value)),
  };
}

async function updateServer(
  { user, body, change }: Call<typeof endpoints.updateServer>,
  app: App,
): Promise<void> {
  const { config, db } = app;
  const { registration, secondStep, graceDays } = body;
  if (registration !== undefined && config.REGISTRATION !== undefined)
    throw new ProductError('REGISTRATION_FIXED');
  if (secondStep !== undefined) {
    requirePasswords(app);
    await requireConfirmed(app, db, user, METHOD_ACT);
  }
  await change(async (tx) => {
    if (registration !== undefined && (await registrationOf(config, tx)) !== registration) {
      await saveSetting(tx, 'registration', registration);
      await note(tx, user, 'server.registration', registration);
    }
    if (secondStep === undefined || !(await setSecondStep(tx, secondStep, graceDays))) return;
    await note(tx, user, 'server.second-step', secondStep);
  });
}

/** False where nothing changes: the days of grace count anew where they are given anew. */
async function setSecondStep(
  tx: Tx,
  secondStep: endpoints.ServerState['secondStep'],
  graceDays: number | undefined,
): Promise<boolean> {
  const isRequired = (await findSetting(tx, SECOND_STEP)) !== undefined;
  if (secondStep === 'optional') {
    if (isRequired) await removeSetting(tx, SECOND_STEP);
    return isRequired;
  }
  if (isRequired && graceDays === undefined) return false;
  const from = Date.now() + (graceDays ?? GRACE_DAYS) * DAY_MS;
  await saveSetting(tx, SECOND_STEP, String(from));
  return true;
}

async function sendTestMail(
  { user, request }: Call<typeof endpoints.sendTestMail>,
  { limits, mail, config, origins }: App,
) {
  await limits.take(ownerLimits.testMails, user.id);
  const language = languageOfBrowser(request) ?? 'en';
  const url = `${origins.given()}/admin`;
  const refusal = await mail.sendNow(ownerLetters.testMail(user.email, url, language));
  if (refusal !== undefined) throw new ProductError('MAIL_FAILED', { code: refusal });
  if (config.SMTP_URL === undefined)
    return { message: 'Written to the outbox folder. Nobody gets it.' };
  return { message: `A mail to ${user.email} was sent.` };
}

async function readAdminLog({ query }: Call<typeof endpoints.readAdminLog>, { db }: App) {
  const rows = await listLog(db, query.before, query.limit ?? LOG_PAGE);
  return rows.map(({ id, at, action, target, admin_id: adminId, admin_name: name }) => ({
    id,
    at: isoTime(at),
    admin: name === null ? null : { id: adminId, name },
    action,
    target,
  }));
}
