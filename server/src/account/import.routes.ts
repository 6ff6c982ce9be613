import { importAccount } from '@clipline/contract/schemas/account.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { Queue } from '../core/queue.ts';
import { limitKeysOf } from '../core/http/limits.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { planAllows } from '../auth/plans.ts';
import type { Account } from './account.ts';
import { checkArchive } from './check-archive.ts';
import { importArchive } from './import.ts';
import { withArchive } from './receive-archive.ts';
import { accountLimits } from './account.limits.ts';

/** Archives that may be on their way to this node, each up to a gigabyte of disk for a while. */
const MAX_RECEIVING = 32;
/** One slow sender does not keep others out. */
const MAX_RECEIVING_PER_NETWORK = 4;
/** Archives that are looked through and taken over at the same time. */
const MAX_RUNNING = 2;
const RETRY_AFTER_SECONDS = 60;

export function serveImport(app: App, account: Account): void {
  /** Whose archives this node is busy with. That two nodes add nothing twice is up to the store. */
  const busyFor = new Set<string>();
  /** Where archives are on their way from, one entry for each. */
  const receiving: string[] = [];
  const queue = new Queue({
    running: MAX_RUNNING,
    waiting: MAX_RECEIVING,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

  serve(app, importAccount, async (call) => {
    const { user, request } = call;
    const { own: network } = limitKeysOf({ address: call.address });
    call.ensure(planAllows('changes'));
    if (busyFor.has(user.id)) throw new ProductError('IMPORT_RUNNING');
    const isCrowded =
      receiving.length >= MAX_RECEIVING ||
      receiving.filter((from) => from === network).length >= MAX_RECEIVING_PER_NETWORK;
    if (isCrowded) throw new ProductError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
    busyFor.add(user.id);
    receiving.push(network);
    let isReceived = false;
    const received = () => {
      if (!isReceived) receiving.splice(receiving.indexOf(network), 1);
      isReceived = true;
    };
    try {
      await account.limits.take(accountLimits.imports, user.id);
      return await withArchive(request, account.workFolder, call.checkRights, (archive, sent) => {
        received();
        // What waits for its turn and works for minutes sends nothing meanwhile.
        request.raw.socket.setTimeout(0);
        return queue.run(network, async () => {
          await call.checkRights();
          await checkArchive(archive, call.checkRights);
          const result = await importArchive(account, user, archive, call.change);
          return call.create(async () => result, sent);
        });
      });
    } finally {
      received();
      busyFor.delete(user.id);
    }
  });
}
