import { ProductError } from '@clipline/contract/errors.ts';
import { getLanData } from '@clipline/contract/schemas/lan.ts';
import type { App } from '../core/app.ts';
import { isOwnCall } from '../core/http/origins.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { streamList } from '../core/http/stream.ts';
import type { Job } from '../core/jobs.ts';
import { DAY_MS, isoTime, MINUTE_MS } from '../core/time.ts';
import type { LocalNetworkOfDesktops } from '../desktop/desktop.news.ts';
import { readerOf, readItemsInChunks } from '../desktop/desktop.present.ts';
import { findOwnDesktop } from '../desktop/find-desktop.ts';
import { browserHashOf } from '../desktop/visitors.ts';
import type { LanPresence } from './lan.access.ts';
import { forgetPeersSeen, markPeersSeen, removePeersUnseen, STALE_MS } from './lan.queries.ts';
import { serveLanEvents } from './lan.sockets.ts';
import { localNetworkOf, securityOf } from './networks.ts';
import { endSharing, isGuestOf } from './sharing.ts';
import { onDesktopChange, type Told } from './updates.ts';

declare module '../core/app.ts' {
  interface App {
    readonly lan: ReturnType<typeof openLan>;
  }
}

export const openLan = () => ({
  presences: new Map<string, Promise<LanPresence>>(),
  told: new Map<string, Told>(),
  hasWarned: false,
});

export const localNetwork: LocalNetworkOfDesktops = {
  isGuestOf,
  onDesktopChange,
  onNewOwner: (app, desktopId) => void app.tell(() => endSharing(app, desktopId)),
};

async function readLanData({ user, request, reply }: Call<typeof getLanData>, app: App) {
  // Being in the network counts here, session or not.
  if (!isOwnCall(request.headers, app.config)) throw new ProductError('ORIGIN_REFUSED');
  const network = localNetworkOf(app, request.raw);
  if (!network) throw new ProductError('NOT_LOCAL_NETWORK');
  const desktop = await findOwnDesktop(app.db, {
    userId: user?.id ?? null,
    browserHash: browserHashOf(request.headers.cookie, app.config),
  });
  if (!desktop) throw new ProductError('DESKTOP_NOT_FOUND');
  const head = {
    desktopId: desktop.id,
    lastUpdated: isoTime(desktop.updated_at),
    security: securityOf(network),
  };
  const items = readItemsInChunks(app, desktop.id, readerOf('owner', desktop));
  return streamList(reply, head, 'items', items);
}

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
  serve(app, getLanData, readLanData);
  serveLanEvents(app);
  app.jobs.push(...lanJobs(app));
}
