import { importAccount } from '@clipline/contract/schemas/account.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { serve, type Serving } from '../../http/serve.ts';
import type { Account } from './account.ts';
import { checkArchive } from './check-archive.ts';
import { importArchive } from './import.ts';
import { withArchive } from './receive-archive.ts';

/** Each may take a gigabyte of disk for a while. */
const MAX_AT_ONCE = 4;
const RETRY_AFTER_SECONDS = 60;

export function serveImport(serving: Serving, account: Account): void {
  /** Whose archives this node is busy with. That two nodes add nothing twice is up to the store. */
  const busyFor = new Set<string>();

  serve(serving, importAccount, async ({ user, request, create, requirePlan, checkRights }) => {
    requirePlan('changes');
    if (busyFor.has(user.id)) throw new ProductError('IMPORT_RUNNING');
    if (busyFor.size >= MAX_AT_ONCE) throw new ProductError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
    busyFor.add(user.id);
    try {
      await account.limits.take('imports', user.id);
      const result = await withArchive(request, account.importFolder, async (archive) => {
        await checkRights();
        await checkArchive(archive);
        return importArchive(account, user, archive);
      });
      return await create(async () => result);
    } finally {
      busyFor.delete(user.id);
    }
  });
}
