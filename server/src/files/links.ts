import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { isKeyed, keyed } from '../core/ids.ts';
import type { FileRow } from './files.queries.ts';

const PURPOSE = 'file-link';
const HOUR_SECONDS = 3600;

/** A visitor who holds a link or an id. */
export const ANYONE = 'anyone';

export interface FileLinks {
  /**
   * The file as a reader sees it. `reader` is what the access rests on, such as a member's user id;
   * it is checked again on each download.
   */
  present(file: FileRow, reader: string): StoredFile;
  /** Whether a link is ours, unaltered and not expired. */
  isValid(
    fileId: string,
    link: {
      for?: string | undefined;
      expires?: string | undefined;
      signature?: string | undefined;
    },
  ): boolean;
}

/**
 * Signed links. All that are minted within an hour expire together, one to two hours ahead, so that
 * equal reads give equal URLs.
 */
export function fileLinks(secret: string): FileLinks {
  return {
    present(file, reader) {
      const expires = String((Math.floor(Date.now() / 1000 / HOUR_SECONDS) + 2) * HOUR_SECONDS);
      const query = new URLSearchParams({
        for: reader,
        expires,
        signature: keyed(secret, PURPOSE, file.id, reader, expires),
      });
      return {
        id: file.id,
        name: file.name,
        size: file.size,
        type: file.media_type,
        url: `/api/files/${file.id}?${query.toString()}`,
      };
    },
    isValid(fileId, { for: reader, expires, signature }) {
      if (reader === undefined || expires === undefined || signature === undefined) return false;
      return (
        isKeyed(signature, secret, PURPOSE, fileId, reader, expires) &&
        Number(expires) * 1000 > Date.now()
      );
    },
  };
}
