import type { LocalNetwork } from './networks.ts';

export interface LanPresence {
  readonly peerId: string;
  /** Of the connection: a later one may have the same peer id. */
  readonly sessionId: string;
  readonly network: LocalNetwork;
  /** The person or browser behind it; null for a browser without a desktop. */
  readonly owner: string | null;
  readonly name: string;
  readonly ip: string;
  readonly port: number;
  readonly desktopId: string | null;
  /** Of a guest that applies news of items; others get the whole board each time. */
  readonly itemNews?: boolean;
}
export type Host = LanPresence & { readonly desktopId: string };

/** 'left' was let in before; 'dropped' must ask, on a private network too. */
export type Standing = 'new' | 'waiting' | 'connected' | 'left' | 'dropped' | 'refused';

export interface Guest {
  readonly hostId: string;
  readonly presence: LanPresence;
  readonly standing: Standing;
  readonly linkId: string;
}

const ADMITTED: readonly Standing[] = ['connected', 'left'];
export const REMOVED: readonly Standing[] = ['dropped', 'refused'];

const MAX_WAITING = 50;
const MAX_ASKED = 10;

export type Admission = 'admit' | 'ask' | 'wait' | 'refuse';

export function admissionOf(network: Pick<LocalNetwork, 'kind'>, standing: Standing): Admission {
  switch (standing) {
    case 'new':
      return network.kind === 'private' ? 'admit' : 'ask';
    case 'left':
    case 'connected':
      return 'admit';
    case 'dropped':
      return 'ask';
    case 'waiting':
      return 'wait';
    case 'refused':
      return 'refuse';
  }
}

/**
 * How a visitor stands to a host with these guests. One who was turned away, or is being asked
 * about, stays so under another peer id. That one was let in counts for the same connection, and
 * for the same person or browser: every host that a guest asks is told its peer id. Only where there
 * is neither is the id all there is. Once one was turned away, the host is asked about everyone who
 * is new or whom it cannot tell from that one: under another id, without their cookie, or signed in
 * as another visitor, they could be those who were.
 */
export function standingAmong(guests: readonly Guest[], visitor: LanPresence): Standing {
  const known = guests.find(({ presence }) => presence.peerId === visitor.peerId);
  const isSameConnection = known?.presence.sessionId === visitor.sessionId;
  if (known && (isSameConnection || !ADMITTED.includes(known.standing))) return known.standing;
  const isSameVisitor = known?.presence.owner === visitor.owner;
  const ofSameOwner = guests.filter(
    ({ presence }) => visitor.owner !== null && presence.owner === visitor.owner,
  );
  const standings = new Set(ofSameOwner.map(({ standing }) => standing));
  if (standings.has('refused')) return 'refused';
  if (standings.has('dropped') || standings.has('waiting')) return 'dropped';
  const wasLetIn = isSameVisitor || ADMITTED.some((standing) => standings.has(standing));
  const removed = guests.filter(({ standing }) => REMOVED.includes(standing));
  const couldBeRemoved = removed.some(
    ({ presence }) => !wasLetIn || identityOf(presence) === identityOf(visitor),
  );
  if (couldBeRemoved) return 'dropped';
  return isSameVisitor ? 'left' : 'new';
}

/** Signed out, people of one address are not told apart: each could be all of them. */
const identityOf = ({ owner, ip }: LanPresence) => (owner?.startsWith('user ') ? owner : ip);

export function mayAsk(guests: readonly Guest[], visitor: LanPresence): boolean {
  const waiting = guests.filter(({ standing }) => standing === 'waiting');
  // A refusal stays, or there would be no end to the questions.
  const asked = guests.filter(
    ({ standing, presence }) =>
      (standing === 'waiting' || standing === 'refused') &&
      identityOf(presence) === identityOf(visitor),
  );
  return waiting.length < MAX_WAITING && asked.length < MAX_ASKED;
}

/** A visitor who had to ask has to ask again. */
export const afterLeaving = { waiting: 'dropped', connected: 'left' } as const;

export const isVisiting = (standing: Standing): standing is keyof typeof afterLeaving =>
  standing in afterLeaving;
