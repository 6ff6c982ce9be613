import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { getLanData, LanPeer } from '@clipline/contract/schemas/lan.ts';
import type { ServerPayload } from '@clipline/contract/schemas/events.ts';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { storage } from '../../lib/storage.ts';
import { deviceName } from './device-name.ts';

export type PeerDesktop = ServerPayload<'lan:peer:desktop_data'>;
type ItemNews = ServerPayload<'lan:desktop:items'>;

/**
 * A desktop with what became of some of its blocks; undefined when there is more between the two
 * than the news tell of.
 */
export function withItemNews(
  known: PeerDesktop,
  { peerId, desktopId, lastUpdated, since, version, changed, removed }: ItemNews,
): PeerDesktop | undefined {
  if (known.desktopId !== desktopId || known.version < since) return undefined;
  if (known.version >= version) return known;
  const other = new Set([...removed, ...changed.map(({ id }) => id)]);
  const items = [...known.items.filter(({ id }) => !other.has(id)), ...changed];
  return { peerId, desktopId, lastUpdated, version, items };
}

/**
 * Where a connection to another desktop stands. 'lost': it comes back by itself when the device
 * does.
 */
export type LinkStatus = 'connecting' | 'waiting' | 'connected' | 'lost';

export interface Link {
  readonly status: LinkStatus;
  readonly name: string;
  /** What it last sent. */
  readonly desktop: PeerDesktop | null;
}

export type Activity = 'off' | 'starting' | 'on';

export interface LanState {
  readonly hosting: Activity;
  readonly discovering: Activity;
  readonly autoConnect: boolean;
  readonly name: string;
  readonly security: ReplyOf<typeof getLanData>['security'] | null;
  /** Other devices that show a desktop. */
  readonly peers: readonly LanPeer[];
  /** What this device is connected to, by the id of the peer. */
  readonly links: Readonly<Record<string, Link>>;
  /** Who sees this desktop. */
  readonly guests: readonly LanPeer[];
  /** Who asks to see it. */
  readonly requests: readonly { readonly peerId: string; readonly name: string }[];
  /** Why no one can be found from here. */
  readonly problem: { readonly code: string; readonly error: string } | null;
}

/** What is known while nothing runs: nothing but what was chosen. */
export const IDLE = {
  hosting: 'off',
  discovering: 'off',
  security: null,
  peers: [],
  links: {},
  guests: [],
  requests: [],
  problem: null,
} as const satisfies Omit<LanState, 'name' | 'autoConnect'>;

/** On until it is turned off in this browser. */
const AUTO_CONNECT_KEY = 'lan-auto-connect';
export const keepAutoConnect = (on: boolean): void =>
  storage.set(AUTO_CONNECT_KEY, on ? 'on' : 'off');

const lan = createStore<LanState>(() => ({
  ...IDLE,
  name: deviceName(),
  autoConnect: storage.get(AUTO_CONNECT_KEY) !== 'off',
}));
export const lanState = lan.getState;
export const changeLan = (change: Partial<LanState>): void => lan.setState(change);
export const useLan = (): LanState => useStore(lan);

export function setLink(peerId: string, link: Link | null): void {
  const { [peerId]: _, ...others } = lanState().links;
  changeLan({ links: link ? { ...others, [peerId]: link } : others });
}

/** Hosting, discovering, or on the way there. */
export const isActive = ({ hosting, discovering }: LanState): boolean =>
  hosting !== 'off' || discovering !== 'off';
