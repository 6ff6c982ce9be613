import type { Db } from '../../platform/database/database.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import type { FileLinks } from './links.ts';

/** Tells whether the reader a link was minted for may still read what holds the file. */
export type MayRead = (holderId: string, reader: string) => Promise<boolean>;

/** What modules need that hold files. */
export interface Files {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly links: FileLinks;
  /** By kind of holder; a module that holds files puts its own check here. */
  readonly mayRead: Map<string, MayRead>;
}
