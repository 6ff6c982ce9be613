/** One event on its way to the sockets of a channel. */
export interface Publication {
  readonly channel: string;
  readonly event: string;
  readonly payload: unknown;
  readonly version: number | undefined;
  /** Sockets that are in this channel too do not hear of it here. */
  readonly unlessIn: string | undefined;
}

/** Versions of events, by event. */
export type Versions = Readonly<Record<string, number | undefined>>;

/** News held back from one socket while it joins; past this many the oldest give way, for the state they led to is in a later one. */
const MAX_HELD = 100;

/** What one socket knows of one channel it is in. */
export interface Membership {
  readonly seen: Map<string, number>;
  /** Joins whose state is still being read. News wait for them, or an older state would follow newer news. */
  joining: number;
  held: Publication[];
}

export const newMembership = (): Membership => ({ seen: new Map(), joining: 0, held: [] });

const isNews = ({ seen }: Membership, { event, version }: Publication): boolean =>
  version === undefined || version > (seen.get(event) ?? Number.NEGATIVE_INFINITY);

function note({ seen }: Membership, event: string, version: number | undefined): void {
  if (version !== undefined) seen.set(event, Math.max(version, seen.get(event) ?? version));
}

/** Whether a publication is to be sent to the socket now; notes what it then has seen, holds what must wait. */
export function admits(membership: Membership, publication: Publication): boolean {
  if (!isNews(membership, publication)) return false;
  if (membership.joining > 0) {
    membership.held.push(publication);
    if (membership.held.length > MAX_HELD) membership.held.shift();
    return false;
  }
  note(membership, publication.event, publication.version);
  return true;
}

export function noteSeen(membership: Membership, versions: Versions): void {
  for (const [event, version] of Object.entries(versions)) note(membership, event, version);
}

/** Ends one join; answers what was held back and is still news, in order. */
export function endJoin(membership: Membership): Publication[] {
  membership.joining -= 1;
  if (membership.joining > 0) return [];
  const held = membership.held;
  membership.held = [];
  return held.filter((publication) => admits(membership, publication));
}
