import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { versionIn } from '../core/http/headers.ts';

/**
 * Whether a text that was written upon a version may be saved: the text has not changed since. A
 * change of files alone is no conflict, so that one's own uploads never are.
 */
export function isUpToDate(
  ifMatch: string | undefined,
  clip: { version: number; content_version: number },
): boolean {
  const version = versionIn(ifMatch) ?? clip.version;
  return version >= clip.content_version && version <= clip.version;
}

/** What a conflict shows: the clip as it is now, and to its owner who wrote that, if not they. */
interface Conflict {
  readonly clip: Clip;
  readonly by?: { readonly kind: 'link' | 'program'; readonly label: string | null };
}

/** Throws VERSION_CONFLICT, with the clip as it is now so that the screen can offer both texts. */
export async function checkVersion(
  ifMatch: string | undefined,
  clip: { version: number; content_version: number },
  present: () => Promise<Conflict>,
): Promise<void> {
  if (!isUpToDate(ifMatch, clip))
    throw new ProductError('VERSION_CONFLICT', {}, undefined, { ...(await present()) });
}
