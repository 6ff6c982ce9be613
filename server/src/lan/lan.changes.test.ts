import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import type { Db } from '../core/db/database.ts';
import type { Host, LanPresence, Standing } from './lan.access.ts';
import { changePeer, claimPeer, decide, MAX_GUESTS, releasePeer } from './lan.changes.ts';
import {
  findPresence,
  listGuestsOf,
  listHostsOf,
  listRemovedByOthers,
  markPeersSeen,
  removePeersUnseen,
  saveGuest,
} from './lan.queries.ts';

let sessions = 0;
const someone = (change: Partial<LanPresence> = {}): LanPresence => ({
  peerId: randomUUID(),
  sessionId: `session ${++sessions}`,
  network: { key: '10.0.0.0/24', kind: 'private' },
  owner: null,
  name: 'Laptop',
  ip: '10.0.0.5',
  port: 4000,
  desktopId: null,
  ...change,
});
const host = (network = randomUUID()): Host => ({
  ...someone({ network: { key: network, kind: 'shared' } }),
  desktopId: randomUUID(),
});

const save = (db: Db, { peerId }: Host, guest: LanPresence, standing: Standing) =>
  saveGuest(db, {
    host_id: peerId,
    guest_id: guest.peerId,
    presence: JSON.stringify(guest),
    standing,
    link_id: randomUUID(),
  });

describe('peers', () => {
  let app: TestApp;
  let db: Db;
  beforeAll(async () => {
    app = await buildTestApp();
    ({ db } = app.store);
  });
  afterAll(() => app.stop());

  test('a peer id belongs to one connection until that releases it', async () => {
    const first = someone();
    const second = someone({ peerId: first.peerId });
    expect([
      await claimPeer(db, first),
      await claimPeer(db, second),
      await claimPeer(db, first),
    ]).toEqual([true, false, false]);
    await releasePeer(db, { ...first, sessionId: second.sessionId });
    expect(await findPresence(db, first.peerId)).toEqual(first);
    await releasePeer(db, first);
    expect(await findPresence(db, first.peerId)).toBeUndefined();
    expect(await claimPeer(db, second)).toBe(true);
  });

  test('of many that claim one peer id at once, one gets it', async () => {
    const peerId = randomUUID();
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => claimPeer(db, someone({ peerId }))),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  test('of one desktop there are at most twenty hosts; it is remembered of others whom they turned away', async () => {
    const desktopId = randomUUID();
    const network = { key: randomUUID(), kind: 'private' } as const;
    const announce = async () => {
      const presence = someone({ network });
      await claimPeer(db, presence);
      await changePeer(db, presence.peerId, { desktopId });
      return { ...presence, desktopId };
    };
    const hosts: Host[] = [];
    for (let shown = 0; shown < 20; shown++) hosts.push(await announce());
    await expect(announce()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await listHostsOf(db, desktopId)).toHaveLength(20);

    const [first, second] = hosts as [Host, Host];
    const [dropped, refused] = [someone(), someone()];
    for (const [guest, standing] of [
      [dropped, 'dropped'],
      [refused, 'refused'],
      [someone(), 'connected'],
    ] as const)
      await save(db, first, guest, standing);
    const removed = async (limit: number) =>
      (await listRemovedByOthers(db, second, limit)).map(({ presence }) => presence.peerId);
    expect(await removed(10)).toEqual([refused.peerId, dropped.peerId]);
    expect(await removed(1)).toEqual([refused.peerId]);
    expect(await listRemovedByOthers(db, first, 10)).toEqual([]);

    // A day after the host has gone too, for as long as another shows the desktop.
    await releasePeer(db, first);
    const [now, dayAgo] = [Date.now() + 1, Date.now() + 1];
    await removePeersUnseen(db, now, dayAgo);
    expect(await removed(10)).toHaveLength(2);
    for (const each of hosts.slice(1)) await releasePeer(db, each);
    await removePeersUnseen(db, now, dayAgo);
    expect(await removed(10)).toEqual([]);
  });

  test('a peer whose node says so is there; one whose node died may be claimed again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const presence = host();
    await claimPeer(db, presence);
    expect(await findPresence(db, presence.peerId)).toEqual(presence);
    vi.advanceTimersByTime(15_000);
    await markPeersSeen(db, [presence.sessionId]);
    vi.advanceTimersByTime(15_000);
    expect(await listHostsOf(db, presence.desktopId)).toEqual([presence]);
    vi.advanceTimersByTime(15_000);
    expect([
      await findPresence(db, presence.peerId),
      await listHostsOf(db, presence.desktopId),
    ]).toEqual([undefined, []]);
    const again = { ...presence, sessionId: 'later' };
    expect(await claimPeer(db, again)).toBe(true);
    expect(await findPresence(db, presence.peerId)).toEqual(again);
    vi.useRealTimers();
  });

  test('guests who are gone give way when there are many', async () => {
    const network = { key: randomUUID(), kind: 'private' } as const;
    const sharing = { ...host(), network };
    await claimPeer(db, sharing);
    const guest = () => someone({ network, owner: `user ${randomUUID()}` });
    for (let count = 0; count < MAX_GUESTS; count++)
      await save(db, sharing, guest(), count === 7 ? 'left' : 'connected');
    expect(await decide(db, sharing, guest())).toBe('admit');
    await expect(decide(db, sharing, guest())).rejects.toMatchObject({ code: 'PEER_NOT_FOUND' });
    expect(await listGuestsOf(db, sharing.peerId)).toHaveLength(MAX_GUESTS);
  });
});

test('on one machine a process begins without those who were there before', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'clipline-test-'));
  const before = await buildTestApp({ DATA_DIR: dataDir });
  const presence = someone();
  await claimPeer(before.store.db, presence);
  await before.stop();
  const after = await buildTestApp({ DATA_DIR: dataDir });
  expect(await claimPeer(after.store.db, { ...presence, sessionId: 'later' })).toBe(true);
  await after.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
