/** One event on its way to the sockets of a channel. */
export interface Publication {
  readonly channel: string;
  readonly event: string;
  readonly payload: unknown;
  readonly version: number | undefined;
  /** What the version is of, where that is not the event. */
  readonly subject?: string | undefined;
  /** Sockets that are in this channel too do not hear of it here. */
  readonly unlessIn: string | undefined;
}

/** Versions of events, by event or by what else they are of. */
export type Versions = Readonly<Record<string, number | undefined>>;

/**
 * News held back from one socket while it joins; past this many the oldest give way, for the state
 * they led to is in a later one.
 */
const MAX_HELD = 100;

/** What one socket knows of one channel it is in. */
export interface Membership {
  readonly seen: Map<string, number>;
  /**
   * Joins whose state is still being read. News wait for them, or an older state would follow newer
   * news.
   */
  joining: number;
  held: Publication[];
}

export const newMembership = (): Membership => ({ seen: new Map(), joining: 0, held: [] });

/** Things whose versions are kept of one channel; the ones told of longest ago give way. */
const MAX_SEEN = 2000;

const isNews = ({ seen }: Membership, { event, subject, version }: Publication): boolean =>
  version === undefined || version > (seen.get(subject ?? event) ?? Number.NEGATIVE_INFINITY);

function note({ seen }: Membership, subject: string, version: number | undefined): void {
  if (version === undefined) return;
  const latest = Math.max(version, seen.get(subject) ?? version);
  // Moved to the end, as the one told of last.
  if (seen.size > 1) seen.delete(subject);
  seen.set(subject, latest);
  if (seen.size <= MAX_SEEN) return;
  const [oldest] = seen.keys();
  if (oldest !== undefined) seen.delete(oldest);
}

/**
 * Whether a publication is to be sent to the socket now; notes what it then has seen, holds what
 * must wait.
 */
export function admits(membership: Membership, publication: Publication): boolean {
  if (!isNews(membership, publication)) return false;
  if (membership.joining > 0) {
    membership.held.push(publication);
    if (membership.held.length > MAX_HELD) membership.held.shift();
    return false;
  }
  note(membership, publication.subject ?? publication.event, publication.version);
  return true;
}

export function noteSeen(membership: Membership, versions: Versions): void {
  for (const [subject, version] of Object.entries(versions)) note(membership, subject, version);
}

/** Ends one join; answers what was held back and is still news, in order. */
export function endJoin(membership: Membership): Publication[] {
  membership.joining -= 1;
  if (membership.joining > 0) return [];
  const held = membership.held;
  membership.held = [];
  return held.filter((publication) => admits(membership, publication));
}
