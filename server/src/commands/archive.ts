import { keyed } from '../core/ids.ts';

/** Names inside an archive. The manifest stands last, so that a cut archive has none. */
export const STORE = 'clipline.sqlite';
export const SECRET = 'secret';
export const MANIFEST = 'manifest.json';
export const blobName = (key: string) => `blobs/${key}`;
const BLOB_NAME = /^blobs\/([A-Za-z0-9_-]{16,64})$/;
export const blobKey = (name: string): string | undefined => BLOB_NAME.exec(name)?.[1];

/** Grows when an older version could not read the archive. */
export const FORMAT = 1;

export interface Manifest {
  readonly format: number;
  readonly createdAt: string;
  readonly sha256: Readonly<Record<string, string>>;
  readonly secret?: string;
}

/** Tells a secret from others, and does not tell it. */
export const markOf = (secret: string): string => keyed(secret, 'backup');
