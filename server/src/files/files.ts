import type { Db } from '../core/db/database.ts';
import type { ObjectStorage } from '../core/storage/object-storage.ts';
import type { FileLinks } from './links.ts';

/**
 * Tells whose sharing a link is, by the reader it was minted for: a person's, whose plan decides
 * whether it opens for others; ANYONE's, where no plan does; undefined once it opens no more.
 */
export type SharedBy = (holderId: string, reader: string) => Promise<string | undefined>;

/** What modules need that hold files. */
export interface Files {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly links: FileLinks;
  /** By kind of holder; a module that holds files puts its own check here. */
  readonly sharedBy: Map<string, SharedBy>;
}

declare module '../core/app.ts' {
  interface App {
    readonly files: Files;
    /** How long what was deleted, and its files, can be brought back. */
    readonly trashMs: number;
  }
}
