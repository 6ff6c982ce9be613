import type { App } from '../core/app.ts';
import type { Desktops } from '../desktop/desktop.ts';
import type { DesktopRow } from '../desktop/desktops.queries.ts';
import { lanJobs } from './lan.jobs.ts';
import { serveLan } from './lan.routes.ts';
import { serveLanEvents } from './lan.sockets.ts';
import type { Lan } from './lan.ts';
import { forgetPeersSeen } from './lan-peers.queries.ts';
import { endSharing, isGuestOf } from './lan-sharing.ts';
import { updateSoon } from './lan-updates.ts';

/** What desktops ask and tell of the local network, which knows them. */
export interface LanOfDesktops {
  readonly isLanGuest: Desktops['isLanGuest'];
  readonly onChange: (desktop: Pick<DesktopRow, 'id' | 'version'>) => void;
  readonly onNewOwner: (desktopId: string) => void;
  /** The plan of its owner no longer shares a desktop. */
  readonly endSharing: (desktopId: string) => Promise<void>;
}

export async function plugInLan(app: App): Promise<LanOfDesktops> {
  const { config, db, files, planOf, store, server, channels, jobs, onDefect, tell } = app;
  // On SQLite there is no other node.
  if (store.engine === 'sqlite') await forgetPeersSeen(db);
  let warned = false;
  const lan: Lan = {
    db,
    files,
    planOf,
    channels,
    config,
    presences: new Map(),
    told: new Map(),
    behind: new Map(),
    onUnprovenNetwork: () => {
      if (!warned)
        server.log.warn(
          'A visitor came to the local network feature from a private address, although PUBLIC_URL is public: hosts are asked about everyone. If a proxy or gateway stands in front, name it in TRUST_PROXY.',
        );
      warned = true;
    },
    onDefect,
    tell,
  };
  serveLan(app, lan);
  serveLanEvents(app, lan);
  jobs.push(...lanJobs(db, lan.presences));
  return {
    isLanGuest: (desktopId, linkId) => isGuestOf(lan, desktopId, linkId),
    onChange: (desktop) => updateSoon(lan, desktop),
    onNewOwner: (desktopId) => void tell(() => endSharing(lan, desktopId)),
    endSharing: (desktopId) => endSharing(lan, desktopId),
  };
}
