import { networkHashOf } from '../../platform/http/limit-keys.ts';
import type { Serving } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Resources } from '../../platform/resources.ts';
import { filesJobs } from './files.jobs.ts';
import { type Opening, serveFiles } from './files.routes.ts';
import type { Files } from './files.ts';
import { fileLinks } from './links.ts';
import { refuseForeignFiles } from './refuse-foreign-files.ts';
import { createStorageBudget } from './storage-budget.ts';
import { findUseOfPerson, findUseOfSent, findUseOfSignedOut } from './storage-use.queries.ts';

/** Refuses what anyone would store beyond what the operator gives them. */
export function requireSpaceOn({ config, store, diskSpace }: Resources): Serving['requireSpace'] {
  const budget = createStorageBudget({
    ofPerson: (userId) => findUseOfPerson(store.scans, userId),
    sentTo: (userId) => findUseOfSent(store.scans, userId),
    ofSignedOut: (networkHash) => findUseOfSignedOut(store.scans, networkHash),
    disk: diskSpace,
    perPersonMb: config.STORAGE_PER_PERSON_MB,
    signedOutMb: config.STORAGE_SIGNED_OUT_MB,
  });
  return ({ address, ...asking }, bytes) => {
    const networkHash = networkHashOf(config.APP_SECRET, address);
    return budget.require({ ...asking, networkHash, bytes });
  };
}

export async function plugInFiles(
  { config, db, store, storage, s3, serving, jobs }: Platform,
  opening: Opening,
): Promise<Files> {
  await refuseForeignFiles(db, storage, s3 ? 'S3_BUCKET' : 'DATA_DIR');
  const files: Files = { db, storage, links: fileLinks(config.APP_SECRET), sharedBy: new Map() };
  serveFiles(serving, files, opening);
  jobs.push(...filesJobs(files, store.scans));
  return files;
}
