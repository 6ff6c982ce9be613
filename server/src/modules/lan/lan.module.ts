import type { Platform } from '../../platform/platform.ts';
import type { Desktops } from '../desktop/desktop.ts';
import { isShareable } from '../desktop/find-desktop.ts';
import { createLanSharing, isGuestOf } from './lan-sharing.ts';
import { forgetWhoIsThere, lanStore } from './lan-store.ts';
import { createLanUpdates } from './lan.news.ts';
import { serveLan } from './lan.routes.ts';
import { serveLanEvents } from './lan.sockets.ts';
import type { Lan } from './lan.ts';

type LanParts = Pick<Lan, 'state' | 'updates' | 'sharing'> & {
  /** What desktops ask and tell of it. */
  readonly watch: {
    readonly isLanGuest: Desktops['isLanGuest'];
    readonly onChange: (desktopId: string) => void;
    readonly onNewOwner: (desktopId: string) => void;
  };
};

/** What stands before the desktops do, which tell it of their changes. */
export async function createLan(
  { db, store, channels, jobs, onDefect }: Platform,
  { files, planOf }: Pick<Desktops, 'files' | 'planOf'>,
): Promise<LanParts> {
  // On SQLite there is no other node: a visitor who was here went with the process before this one.
  if (store.engine === 'sqlite') await forgetWhoIsThere(db);
  const state = lanStore(db);
  jobs.push(...state.jobs);
  const mayBeShown = (desktopId: string) => isShareable({ db, planOf }, desktopId);
  const updates = createLanUpdates({
    db,
    files,
    channels,
    state,
    isShareable: mayBeShown,
    onDefect,
  });
  const sharing = createLanSharing({ channels, state, updates, isShareable: mayBeShown });
  return {
    state,
    updates,
    sharing,
    watch: {
      isLanGuest: async (desktopId, guest) =>
        (await isGuestOf(state, desktopId, guest)) && mayBeShown(desktopId),
      onChange: updates.changed,
      onNewOwner: (desktopId) => void sharing.endSharing(desktopId).catch(onDefect),
    },
  };
}

export function plugInLan(
  { config, server, serving, realtime, channels, onDefect }: Platform,
  { state, updates, sharing }: LanParts,
  desktops: Desktops,
): void {
  let warned = false;
  const lan: Lan = {
    desktops,
    channels,
    state,
    updates,
    sharing,
    config,
    onUnprovenNetwork: () => {
      if (!warned)
        server.log.warn(
          'A visitor came to the local network feature from a private address, although PUBLIC_URL is public: hosts are asked about everyone. If a proxy or gateway stands in front, name it in TRUST_PROXY.',
        );
      warned = true;
    },
    onDefect,
  };
  serveLan(serving, lan);
  serveLanEvents(realtime, lan);
}
