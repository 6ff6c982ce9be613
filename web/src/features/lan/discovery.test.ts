import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDiscovery, type Discovery, type DiscoveryConnection } from './discovery.ts';
import { changeLan, IDLE, lanState } from './lan-state.ts';
import { toast } from '../../ui/toast.ts';

type Ack = (answer: unknown) => void;
type Handler = (payload: unknown) => void;
const BEFORE: ReturnType<DiscoveryConnection['snapshot']> = {
  state: 'disconnected',
  epoch: 0,
  waitingSince: 0,
};
const wire = {
  handlers: new Map<string, Handler>(),
  listeners: new Set<() => void>(),
  sent: [] as { event: string; payload: unknown; ack: Ack | undefined }[],
  snapshot: BEFORE,
};
const fakeConnection: DiscoveryConnection = {
  snapshot: () => wire.snapshot,
  subscribe: (listener) => {
    wire.listeners.add(listener);
    return () => wire.listeners.delete(listener);
  },
  on: (event, handler) => {
    wire.handlers.set(event, handler as Handler);
    return () => wire.handlers.delete(event);
  },
  emit: (event, payload, ack) => wire.sent.push({ event, payload, ack: ack as Ack }) > 0,
  hold: () => () => {},
  check: () => {},
};

const peer = (id: string, name = id): LanPeer => ({ id, name, ip: '192.168.1.5', port: 1 });
const desktopOf = (peerId: string, version = 1) => ({
  peerId,
  desktopId: 'd',
  items: [],
  lastUpdated: '',
  version,
});
const hear = (event: string, payload: unknown) => wire.handlers.get(event)?.(payload);
const sentOf = (event: string) => wire.sent.filter((each) => each.event === event);
const connection = (state: 'connected' | 'disconnected') => {
  wire.snapshot = {
    ...wire.snapshot,
    state,
    epoch: wire.snapshot.epoch + (state === 'connected' ? 1 : 0),
  };
  for (const listener of wire.listeners) listener();
};

const events = {
  onStarted: vi.fn<() => void>(),
  onRefused: vi.fn<(code: string, error: string) => void>(),
  onIdTaken: vi.fn<() => void>(),
  ownId: () => 'own',
};
const listen = () => ({
  told: vi.spyOn(toast, 'success').mockReturnValue(1),
  failed: vi.spyOn(toast, 'error').mockReturnValue(1),
});
let toasts: ReturnType<typeof listen>;
let discovery: Discovery;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  toasts = listen();
  wire.sent.length = 0;
  wire.listeners.clear();
  wire.snapshot = BEFORE;
  changeLan({ ...IDLE, autoConnect: true, name: 'This device' });
  discovery = startDiscovery(fakeConnection, events);
  connection('connected');
  sentOf('lan:discover:request_peers')[0]?.ack?.({ ok: true, peers: [] });
});
afterEach(() => discovery.stop());

test('an older state of a desktop never replaces a newer one', () => {
  hear('lan:peers:list', { peers: [peer('a')] });
  hear('lan:peer:desktop_data', desktopOf('a', 2));
  hear('lan:desktop:update', desktopOf('a', 1));
  expect(lanState().links['a']?.desktop?.version).toBe(2);
  hear('lan:desktop:update', desktopOf('a', 3));
  expect(lanState().links['a']?.desktop?.version).toBe(3);
});

test('it asks at once and every ten seconds', () => {
  expect(events.onStarted).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(20_000);
  expect(sentOf('lan:discover:request_peers')).toHaveLength(3);
});

test('it connects to those who are there, but not to itself', () => {
  hear('lan:peers:list', { peers: [peer('own'), peer('a')] });
  expect(lanState().peers.map(({ id }) => id)).toEqual(['a']);
  expect(sentOf('lan:peer:connect').map(({ payload }) => payload)).toEqual([
    { peerId: 'a', name: 'This device', itemNews: true },
  ]);
  hear('lan:peer:desktop_data', desktopOf('a'));
  hear('lan:desktop:update', desktopOf('a'));
  expect(lanState().links['a']?.status).toBe('connected');
  expect(toasts.told.mock.calls).toEqual([['Connected', 'a', { news: true }]]);
});

test('a peer that does not answer within five seconds is given up, and not tried again before it appears anew', () => {
  hear('lan:peers:list', { peers: [peer('a')] });
  vi.advanceTimersByTime(4999);
  expect(toasts.failed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(toasts.failed).toHaveBeenCalledOnce();
  hear('lan:peers:list', { peers: [peer('a')] });
  expect(sentOf('lan:peer:connect')).toHaveLength(1);
  hear('lan:peer:announce', peer('a'));
  expect(sentOf('lan:peer:connect')).toHaveLength(2);
});

test('a host that asks its owner has all the time it needs', () => {
  hear('lan:peers:list', { peers: [peer('a')] });
  sentOf('lan:peer:connect')[0]?.ack?.({ ok: true, status: 'waiting' });
  vi.advanceTimersByTime(60_000);
  expect(toasts.failed).not.toHaveBeenCalled();
  expect(lanState().links['a']?.status).toBe('waiting');
});

test('a refusal is told once, though it comes as an answer and as an event', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  hear('lan:peers:list', { peers: [peer('a', 'Kitchen')] });
  hear('lan:error', { code: 'PEER_REFUSED', error: 'no', peerId: 'a' });
  sentOf('lan:peer:connect')[0]?.ack?.({ ok: false, code: 'PEER_REFUSED', error: 'no' });
  expect(toasts.failed.mock.calls).toEqual([
    [expect.any(String), expect.stringContaining('Kitchen')],
  ]);
});

test('after a lost connection it finds its peers again, and says nothing twice', () => {
  hear('lan:peers:list', { peers: [peer('a')] });
  hear('lan:peer:desktop_data', desktopOf('a'));
  connection('disconnected');
  expect(lanState().links['a']).toMatchObject({ status: 'lost', desktop: desktopOf('a') });
  connection('connected');
  hear('lan:peers:list', { peers: [peer('a', 'New name')] });
  hear('lan:peer:desktop_data', desktopOf('a'));
  expect(lanState().links['a']).toMatchObject({ status: 'connected', name: 'New name' });
  expect(toasts.told).toHaveBeenCalledOnce();
});

const block = (id: string, x = 0): DesktopItem => ({
  id,
  type: 'text',
  content: id,
  position: { x, y: 0 },
  size: { width: 1, height: 1 },
  file_name: null,
  file_size: null,
  file_type: null,
  file_url: null,
  file_preview: null,
  version: 1,
});
const newsOf = (since: number, version: number, changed: DesktopItem[], removed: string[] = []) =>
  hear('lan:desktop:items', {
    peerId: 'a',
    desktopId: 'd',
    since,
    version,
    lastUpdated: `at ${version}`,
    changed,
    removed,
  });
const shown = () =>
  lanState().links['a']?.desktop?.items.map(({ id, position }) => `${id} ${position.x}`);
const asked = () => sentOf('lan:peer:connect').length;

test('news of items change the desktop that is shown', () => {
  hear('lan:peers:list', { peers: [peer('a')] });
  hear('lan:peer:desktop_data', {
    ...desktopOf('a', 5),
    items: [block('one'), block('two'), block('three')],
  });
  newsOf(5, 6, [block('one', 9)]);
  expect(shown()).toEqual(['two 0', 'three 0', 'one 9']);
  newsOf(6, 8, [block('four')], ['two']);
  expect(shown()).toEqual(['three 0', 'one 9', 'four 0']);
  // What another node tells may reach further back than what is known, or come late.
  newsOf(5, 9, [block('one', 9), block('four', 3)], ['two']);
  newsOf(6, 7, [block('two')]);
  expect(shown()).toEqual(['three 0', 'one 9', 'four 3']);
  expect(lanState().links['a']?.desktop).toMatchObject({ version: 9, lastUpdated: 'at 9' });
  expect(asked()).toBe(1);
});

test('where news are missing, it reads the whole desktop until it is new enough', () => {
  hear('lan:peers:list', { peers: [peer('a')] });
  // Its desktop is still on the way.
  newsOf(1, 2, [block('one')]);
  expect(asked()).toBe(1);
  hear('lan:peer:desktop_data', { ...desktopOf('a', 2), items: [block('one')] });
  expect(asked()).toBe(1);

  newsOf(3, 4, [block('two')]);
  newsOf(4, 5, [block('three')]);
  expect(shown()).toEqual(['one 0']);
  expect(sentOf('lan:peer:connect').slice(1)).toMatchObject([
    { payload: { peerId: 'a', itemNews: true } },
  ]);
  hear('lan:peer:desktop_data', { ...desktopOf('a', 4), items: [block('one'), block('two')] });
  expect(asked()).toBe(3);
  const whole = [block('one'), block('two'), block('three')];
  hear('lan:peer:desktop_data', { ...desktopOf('a', 5), items: whole });
  expect(shown()).toEqual(['one 0', 'two 0', 'three 0']);
  expect(asked()).toBe(3);

  newsOf(6, 7, [block('four')]);
  sentOf('lan:peer:connect').at(-1)?.ack?.({ ok: false, error: 'no' });
  newsOf(7, 8, [block('five')]);
  expect(asked()).toBe(5);
  expect(lanState().links['a']?.status).toBe('connected');
});

test('a host that shows another desktop is read anew, once', () => {
  hear('lan:peers:list', { peers: [peer('a')] });
  hear('lan:peer:desktop_data', { ...desktopOf('a', 50), desktopId: 'before' });
  newsOf(1, 2, [block('one')]);
  expect(asked()).toBe(2);
  hear('lan:peer:desktop_data', { ...desktopOf('a', 2), items: [block('one')] });
  expect(shown()).toEqual(['one 0']);
  expect(asked()).toBe(2);
});
