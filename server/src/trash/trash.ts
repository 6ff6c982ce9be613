import { UNDO_SECONDS } from '@clipline/contract/limits.ts';
import type { Scope } from '@clipline/contract/scopes.ts';
import type { TrashKind } from '@clipline/contract/schemas/trash.ts';
import type { Desktops } from '../desktop/desktop.ts';
import type { Rooms } from '../rooms/rooms.ts';
import type { LongReads } from '../texts/long-reads.ts';
import { DAY_MS } from '../core/time.ts';

/** How long what was deleted can be brought back. */
export const trashMsOf = (trashDays: number): number =>
  trashDays === 0 ? UNDO_SECONDS * 1000 : trashDays * DAY_MS;

/** What a token needs to read and to restore the kinds. */
export const scopesOf: Readonly<
  Record<TrashKind, { readonly read: Scope; readonly write: Scope }>
> = {
  clip: { read: 'clips:read', write: 'clips:write' },
  roomItem: { read: 'rooms:read', write: 'rooms:write' },
  desktopItem: { read: 'desktop', write: 'desktop' },
  // Rooms are deleted by their owners in the browser alone, and brought back there.
  room: { read: 'rooms:read', write: 'rooms:write' },
};

/** What the trash needs of the rest of the program. */
export interface Trash {
  readonly longReads: LongReads;
  readonly rooms: Rooms;
  readonly desktops: Desktops;
  readonly trashMs: number;
}
