import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import { ApiError, endedSession } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { randomId } from '../../lib/random-id.ts';
import { getUser, subscribeToSession } from '../../session/session.ts';
import { toastFailure } from '../../live/failures.ts';
import { createConnection } from '../../live/socket-connection.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';
import { type Discovery, startDiscovery } from './discovery.ts';
import { type Hosting, startHosting } from './hosting.ts';
import {
  changeLan,
  IDLE,
  isActive,
  keepAutoConnect,
  keepDeviceName,
  lanState,
} from './lan-state.ts';

let hosting: Hosting | null = null;
let discovery: Discovery | null = null;
/** Grows with every start and stop: what was asked before is no longer wanted. */
let run = 0;
let owner: string | undefined;
/** Sharing was asked for when there was nothing to show yet. */
let wantsToHost = false;

function refuseNetwork(code: string, error: string): void {
  console.warn('LAN features are disabled:', error);
  end();
  changeLan({ problem: { code, error } });
}

function end(): void {
  run += 1;
  wantsToHost = false;
  hosting?.stop();
  discovery?.stop();
  hosting = null;
  discovery = null;
  changeLan(IDLE);
}

function discover(): void {
  discovery?.stop();
  const connection = createConnection({ type: 'lan_discover', peerId: randomId() });
  discovery = startDiscovery(connection, {
    ownId: () => hosting?.peerId,
    onStarted() {
      // The toast of hosting is about both; on its own, discovery has one.
      if (lanState().hosting === 'off')
        toast.success(m.lan_discovery_active(), m.lan_discovery_active_text());
    },
    onRefused: refuseNetwork,
    onIdTaken: () => queueMicrotask(discover),
  });
}

function host(): void {
  hosting?.stop();
  hosting = startHosting({
    onStarted() {
      const both = lanState().discovering !== 'off';
      toast.success(m.lan_hosting_started(), both ? m.lan_discovery_active() : undefined);
    },
    onRefused(code, error) {
      if (code === 'NOT_LOCAL_NETWORK') return refuseNetwork(code, error);
      hosting?.stop();
      hosting = null;
      wantsToHost = code === 'NO_DESKTOP_TO_HOST';
      if (wantsToHost) tellNothing();
      else toast.error(m.lan_hosting_failed(), error);
    },
    onIdTaken: () => queueMicrotask(host),
  });
}

const tellNothing = () => toast.error(m.lan_nothing_to_host(), m.lan_nothing_to_host_text());

async function prepare(): Promise<'ready' | 'nothing' | 'failed' | 'refused'> {
  const asked = run;
  try {
    const { security } = await call('GET /virtual-desktop/lan-data', {
      fallback: m.lan_prepare_failed(),
    });
    if (asked === run) changeLan({ security });
    return 'ready';
  } catch (error) {
    if (asked !== run || endedSession(error)) return 'failed';
    if (error instanceof ApiError && error.code === 'NOT_LOCAL_NETWORK') {
      refuseNetwork(error.code, error.message);
      return 'refused';
    }
    if (error instanceof ApiError && error.code === 'DESKTOP_NOT_FOUND') {
      tellNothing();
      return 'nothing';
    }
    toastFailure(m.lan_prepare_failed(), error);
    return 'failed';
  }
}

/**
 * Sharing with the local network. Nothing runs, and nothing is shown to anyone, before `start`.
 */
export const lan = {
  async start(): Promise<void> {
    if (isActive(lanState())) return;
    end();
    owner = getUser()?.id;
    changeLan({ discovering: 'starting' });
    const started = run;
    const outcome = await prepare();
    if (started !== run || outcome === 'refused') return;
    if (outcome === 'ready') host();
    wantsToHost = outcome === 'nothing';
    discover();
  },
  hostAsAsked(): void {
    if (!wantsToHost) return;
    wantsToHost = false;
    void lan.host();
  },
  async host(): Promise<void> {
    if (lanState().hosting !== 'off') return;
    const started = run;
    const outcome = await prepare();
    if (started !== run) return;
    if (outcome === 'ready') host();
    wantsToHost = outcome === 'nothing';
  },
  stop(): void {
    const hosted = lanState().hosting !== 'off';
    end();
    if (hosted) toast.success(m.lan_hosting_stopped(), m.lan_hosting_stopped_text());
  },
  connect: (peer: LanPeer): void => discovery?.connect(peer),
  disconnect: (peerId: string): void => discovery?.disconnect(peerId),
  approve: (peerId: string): void => hosting?.answer(peerId, 'lan:host:approve'),
  refuse: (peerId: string): void => hosting?.answer(peerId, 'lan:host:refuse'),
  drop: (peerId: string): void => hosting?.answer(peerId, 'lan:host:drop'),
  setAutoConnect(on: boolean): void {
    keepAutoConnect(on);
    changeLan({ autoConnect: on });
    if (!on)
      return void toast.success(m.lan_auto_connect_disabled(), m.lan_auto_connect_disabled_text());
    toast.success(m.lan_auto_connect_enabled(), m.lan_auto_connect_enabled_text());
    discovery?.connectAll();
  },
  rename(name: string): void {
    const before = lanState().name;
    changeLan({ name: keepDeviceName(name) });
    if (lanState().name !== before) hosting?.announce();
  },
  check(): void {
    hosting?.check();
    discovery?.check();
  },
};

// What one person shares is not for the next one to go on sharing.
subscribeToSession(() => {
  if (isActive(lanState()) && getUser()?.id !== owner) lan.stop();
});
