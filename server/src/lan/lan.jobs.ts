import type { Db } from '../core/db/database.ts';
import type { Job } from '../core/jobs.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import type { Lan } from './lan.ts';
import { markPeersSeen, removePeersUnseen, STALE_MS } from './lan-peers.queries.ts';

/** A node says of its peers that they are there, this often. */
const SEEN_MS = 5000;
/** So long after a host has gone it is remembered whom it turned away: it may come back. */
const REMEMBERED_MS = DAY_MS;

export const lanJobs = (db: Db, presences: Lan['presences']): Job[] => [
  {
    name: 'say who is on the local networks',
    everyMs: SEEN_MS,
    onEveryNode: true,
    run: async () => {
      if (presences.size > 0) await markPeersSeen(db, [...presences.keys()]);
    },
  },
  {
    name: 'forget peers of nodes that died',
    everyMs: MINUTE_MS,
    run: () => removePeersUnseen(db, Date.now() - 2 * STALE_MS, Date.now() - REMEMBERED_MS),
  },
];
