import { MAX_DEVICE_NAME_LENGTH } from '@clipline/contract/limits.ts';
import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { ServerPayload } from '@clipline/contract/schemas/events.ts';
import type { getLanData, LanPeer } from '@clipline/contract/schemas/lan.ts';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { storage } from '../../lib/storage.ts';
import { m } from '../../paraglide/messages.js';
import { type Block, readItem } from '../../things/content.ts';

const KEY = 'lan-device-name';

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, m.lan_android_phone()],
  [/Android/, m.lan_android_tablet()],
  [/CrOS/, 'Chromebook'],
  [/Windows/, m.lan_windows_pc()],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, m.lan_linux_pc()],
];
/** The first that matches: most browsers claim to be several. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/**
 * 'Chrome on Linux PC': what people beside it would call it, in the language of its user; others
 * see it so, too.
 */
export function nameFromAgent(agent: string): string {
  const of = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = of(BROWSERS);
  const system = of(SYSTEMS);
  if (browser && system) return m.lan_name_of_browser({ browser, system });
  return system ?? browser ?? m.lan_name_unknown();
}

const deviceName = (): string => storage.get(KEY) ?? nameFromAgent(navigator.userAgent);

/** A blank name is none: the usual one comes back. */
export function keepDeviceName(name: string): string {
  const chosen = name.trim().slice(0, MAX_DEVICE_NAME_LENGTH);
  if (chosen === '') storage.remove(KEY);
  else storage.set(KEY, chosen);
  return deviceName();
}

type WireDesktop = ServerPayload<'lan:peer:desktop_data'>;
export interface PeerDesktop extends Omit<WireDesktop, 'items'> {
  readonly items: readonly Block[];
}

export const readDesktop = (wire: WireDesktop): PeerDesktop => ({
  ...wire,
  items: wire.items.map(readItem<DesktopItem>),
});
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
  const items = [
    ...known.items.filter(({ id }) => !other.has(id)),
    ...changed.map(readItem<DesktopItem>),
  ];
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
  readonly desktop: PeerDesktop | null;
}

export type Activity = 'off' | 'starting' | 'on';

export interface LanState {
  readonly hosting: Activity;
  readonly discovering: Activity;
  readonly autoConnect: boolean;
  readonly name: string;
  readonly security: ReplyOf<typeof getLanData>['security'] | null;
  readonly peers: readonly LanPeer[];
  readonly links: Readonly<Record<string, Link>>;
  readonly guests: readonly LanPeer[];
  readonly requests: readonly { readonly peerId: string; readonly name: string }[];
  readonly problem: { readonly code: string; readonly error: string } | null;
}

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

export const isActive = ({ hosting, discovering }: LanState): boolean =>
  hosting !== 'off' || discovering !== 'off';
