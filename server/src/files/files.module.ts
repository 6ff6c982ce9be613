import { networkHashOf } from '../core/http/limits.ts';
import type { App, Resources } from '../core/app.ts';
import { filesJobs } from './files.jobs.ts';
import { type Opening, serveFiles } from './files.routes.ts';
import type { Files } from './files.ts';
import { fileLinks } from './links.ts';
import { refuseForeignFiles } from './refuse-foreign-files.ts';
import { createStorageBudget } from './storage-budget.ts';
import { findUseOfPerson, findUseOfSent, findUseOfSignedOut } from './storage-use.queries.ts';

/** Refuses what anyone would store beyond what the operator gives them. */
export function requireSpaceOn({ config, store, diskSpace }: Resources): App['requireSpace'] {
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

/** Throws where the store and the storage do not belong together. */
export async function openFiles({ config, db, storage, s3 }: Resources): Promise<Files> {
  await refuseForeignFiles(db, storage, s3 ? 'S3_BUCKET' : 'DATA_DIR');
  return { db, storage, links: fileLinks(config.APP_SECRET), sharedBy: new Map() };
}

export function serveFilesOf(app: App, opening: Opening): void {
  serveFiles(app, app.files, opening);
  app.jobs.push(...filesJobs(app.files, app.store.scans));
}
