import type { App } from '../core/app.ts';
import type { Job } from '../core/jobs.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import type { LocalNetworkOfDesktops } from '../desktop/desktop.ts';
import type { LanPresence } from './lan.access.ts';
import { forgetPeersSeen, markPeersSeen, removePeersUnseen, STALE_MS } from './lan.queries.ts';
import { serveLan } from './lan.routes.ts';
import { serveLanEvents } from './lan.sockets.ts';
import { endSharing, isGuestOf } from './sharing.ts';
import { onDesktopChange, type Told } from './updates.ts';

export interface Lan {
  readonly presences: Map<string, Promise<LanPresence>>;
  readonly told: Map<string, Told>;
  hasWarned: boolean;
}

declare module '../core/app.ts' {
  interface App {
    readonly lan: Lan;
  }
}

export const openLan = (): Lan => ({ presences: new Map(), told: new Map(), hasWarned: false });

export const localNetwork: LocalNetworkOfDesktops = {
  isGuestOf,
  onDesktopChange,
  onNewOwner: (app, desktopId) => void app.tell(() => endSharing(app, desktopId)),
};

/** A node says of its peers that they are there, this often. */
const SEEN_MS = 5000;
/** A host may come back, and knows then whom it turned away. */
const REMEMBERED_MS = DAY_MS;

const lanJobs = ({ db, lan }: App): Job[] => [
  {
    name: 'say who is on the local networks',
    everyMs: SEEN_MS,
    onEveryNode: true,
    run: async () => {
      if (lan.presences.size > 0) await markPeersSeen(db, [...lan.presences.keys()]);
    },
  },
  {
    name: 'forget peers of nodes that died',
    everyMs: MINUTE_MS,
    run: () => removePeersUnseen(db, Date.now() - 2 * STALE_MS, Date.now() - REMEMBERED_MS),
  },
];

export async function plugInLan(app: App): Promise<void> {
  // On SQLite there is no other node.
  if (app.store.engine === 'sqlite') await forgetPeersSeen(app.db);
  serveLan(app);
  serveLanEvents(app);
  app.jobs.push(...lanJobs(app));
}
