import type { LocalNetwork } from './networks.ts';
import type { Guest, LanPresence, Standing } from './peers.ts';

export const LET_IN: readonly Standing[] = ['joining', 'connected'];
/** Of those who were let in, now or before. */
const ADMITTED: readonly Standing[] = [...LET_IN, 'left'];
/** Of those who were turned away. */
export const REMOVED: readonly Standing[] = ['dropped', 'refused'];

/** People whom a host may be asked about at a time. */
const MAX_WAITING = 50;
/** Of them those who are signed out and come from one address. */
const MAX_ASKED_FROM_ADDRESS = 10;
/** Those who are one person signed in, by whichever devices. */
const MAX_ASKED_BY_PERSON = 3;

export type Admission = 'admit' | 'ask' | 'wait' | 'refuse';

/** What becomes of a visitor who wants to see a desktop. */
export function admissionOf(network: Pick<LocalNetwork, 'kind'>, standing: Standing): Admission {
  switch (standing) {
    case 'new':
      return network.kind === 'private' ? 'admit' : 'ask';
    case 'left':
    case 'joining':
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

const isPerson = ({ owner }: LanPresence) => owner?.startsWith('user ') === true;

/**
 * Who a visitor counts as among those whom a host is asked about. Signed out, people of one
 * address are not told apart: each could be all of them.
 */
const identityOf = (presence: LanPresence) => (isPerson(presence) ? presence.owner : presence.ip);

/** Whether a host with these guests may be asked about one more. */
export function mayAsk(guests: readonly Guest[], visitor: LanPresence): boolean {
  const waiting = guests.filter(({ standing }) => standing === 'waiting');
  // A refusal stays, or there would be no end to the questions.
  const asked = guests.filter(
    ({ standing, presence }) =>
      (standing === 'waiting' || standing === 'refused') &&
      identityOf(presence) === identityOf(visitor),
  );
  const maxAsked = isPerson(visitor) ? MAX_ASKED_BY_PERSON : MAX_ASKED_FROM_ADDRESS;
  return waiting.length < MAX_WAITING && asked.length < maxAsked;
}

/** How a guest stands after going by itself: a visitor who had to ask has to ask again. */
export const afterLeaving = (standing: 'waiting' | 'joining' | 'connected'): Standing =>
  standing === 'waiting' ? 'dropped' : 'left';

/** Of a guest whom the news of a host's end concern. */
export const isVisiting = (standing: Standing): standing is Parameters<typeof afterLeaving>[0] =>
  standing === 'waiting' || LET_IN.includes(standing);
