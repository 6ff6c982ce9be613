import type { RoomRole } from '@clipline/contract/room-roles.ts';
import { createContext, use } from 'react';
import type { RoomAdding } from './content/use-adding.ts';
import type { Room } from './rooms.api.ts';

/** Of one that is left or deleted by this person. */
export interface RoomEnding {
  /** Before the call and after a failure: its news may come before its reply. */
  readonly onLeaving: (leaving: boolean) => void;
  readonly onLeft?: () => void;
}

export interface OpenRoom {
  readonly room: Room;
  readonly role: RoomRole;
  /** Ids of the members who have it open. */
  readonly present: ReadonlySet<string>;
  readonly adding: RoomAdding;
  readonly ending: RoomEnding;
}

export const RoomContext = createContext<OpenRoom | null>(null);

export function useOpenRoom(): OpenRoom {
  const open = use(RoomContext);
  if (!open) throw new Error('No room is open here');
  return open;
}
