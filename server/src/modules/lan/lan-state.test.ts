import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';
import type { Host, LanPresence, LanState } from './lan-state.ts';
import { lanStore, MAX_GUESTS } from './lan-store.ts';

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

/** On both engines. */
function behavesAsLanState(open: () => LanState): void {
  test('a peer id belongs to one connection until that releases it', async () => {
    const [state, first] = [open(), someone()];
    const second = someone({ peerId: first.peerId });
    expect([await state.claim(first), await state.claim(second), await state.claim(first)]).toEqual(
      [true, false, false],
    );
    await state.release(first.peerId, second.sessionId);
    expect(await state.find(first.peerId)).toEqual(first);
    await state.release(first.peerId, first.sessionId);
    expect(await state.find(first.peerId)).toBeUndefined();
    expect(await state.claim(second)).toBe(true);
  });

  test('of many that claim one peer id at once, one gets it', async () => {
    const [state, peerId] = [open(), randomUUID()];
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => state.claim(someone({ peerId }))),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  test('hosts are found by network and by desktop, once they show one', async () => {
    const [state, { desktopId, ...shown }] = [open(), host()];
    const presence = { ...shown, desktopId: null };
    await state.claim(presence);
    expect(await state.hostsOn(presence.network.key)).toEqual([]);
    const changed = await state.change(presence.peerId, { desktopId, name: 'Desk' });
    expect(changed).toEqual({ ...presence, desktopId, name: 'Desk' });
    expect([await state.hostsOn(presence.network.key), await state.hostsOf(desktopId)]).toEqual([
      [changed],
      [changed],
    ]);
    expect([
      await state.hostsOn('elsewhere'),
      await state.hostsOf('another'),
      await state.change('unknown', {}),
    ]).toEqual([[], [], undefined]);
  });

  test('a guest stands as was set, if it stood as was said; a new link comes with each admission', async () => {
    const [state, sharing, guest] = [open(), host(), someone()];
    expect(await state.setStanding(sharing.peerId, guest, ['new'], 'waiting')).toBe(false);
    await state.claim(sharing);
    expect(await state.setStanding(sharing.peerId, guest, ['waiting'], 'joining')).toBe(false);
    expect(await state.setStanding(sharing.peerId, guest, ['new'], 'joining')).toBe(true);
    const [joining] = await state.guestsOf(sharing.peerId);
    expect(joining).toEqual({
      hostId: sharing.peerId,
      presence: guest,
      standing: 'joining',
      linkId: expect.any(String),
    });
    expect(await state.setStanding(sharing.peerId, guest, ['joining'], 'connected')).toBe(true);
    expect(await state.visitsOf(guest.peerId)).toEqual([{ ...joining, standing: 'connected' }]);
    await state.setStanding(sharing.peerId, guest, ['connected'], 'left');
    await state.setStanding(sharing.peerId, guest, ['left'], 'joining');
    expect((await state.guestsOf(sharing.peerId))[0]?.linkId).not.toBe(joining?.linkId);
    await state.release(sharing.peerId, sharing.sessionId);
    expect([await state.guestsOf(sharing.peerId), await state.visitsOf(guest.peerId)]).toEqual([
      [],
      [],
    ]);
  });

  test('of two decisions about a guest at once, one counts', async () => {
    const [state, sharing, guest] = [open(), host(), someone()];
    await state.claim(sharing);
    await state.setStanding(sharing.peerId, guest, ['new'], 'waiting');
    const decisions = (['joining', 'refused', 'joining', 'refused'] as const).map((to) =>
      state.setStanding(sharing.peerId, guest, ['waiting'], to),
    );
    expect((await Promise.all(decisions)).filter(Boolean)).toHaveLength(1);
  });
}

onEachDatabase((environment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());

  behavesAsLanState(() => lanStore(app.store.db));

  test('what one node knows, another knows; a peer whose node died may be claimed again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [here, there, presence] = [lanStore(app.store.db), lanStore(app.store.db), host()];
    await here.claim(presence);
    expect(await there.find(presence.peerId)).toEqual(presence);
    const seen = here.jobs.find(({ onEveryNode }) => onEveryNode);
    vi.advanceTimersByTime(15_000);
    await seen?.run();
    vi.advanceTimersByTime(15_000);
    expect(await there.hostsOf(presence.desktopId)).toEqual([presence]);
    vi.advanceTimersByTime(15_000);
    expect([await there.find(presence.peerId), await there.hostsOf(presence.desktopId)]).toEqual([
      undefined,
      [],
    ]);
    const again = { ...presence, sessionId: 'later' };
    expect(await there.claim(again)).toBe(true);
    expect(await here.find(presence.peerId)).toEqual(again);
    vi.useRealTimers();
  });

  test('guests who are gone give way when there are many', async () => {
    const [state, sharing] = [lanStore(app.store.db), host()];
    await state.claim(sharing);
    const row = (presence: LanPresence, standing: string) => ({
      host_id: sharing.peerId,
      guest_id: presence.peerId,
      presence: JSON.stringify(presence),
      standing,
      link_id: 'x',
    });
    const rows = Array.from({ length: MAX_GUESTS }, (_each, index) =>
      row(someone(), index === 7 ? 'left' : 'connected'),
    );
    await app.store.db.insertInto('lan_guests').values(rows).execute();
    expect(await state.setStanding(sharing.peerId, someone(), ['new'], 'joining')).toBe(true);
    expect(await state.setStanding(sharing.peerId, someone(), ['new'], 'joining')).toBe(false);
    expect(await state.guestsOf(sharing.peerId)).toHaveLength(MAX_GUESTS);
  });
});

test('on one machine a process begins without those who were there before', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'clipline-test-'));
  const before = await buildTestApp({ DATA_DIR: dataDir });
  const presence = someone();
  await lanStore(before.store.db).claim(presence);
  await before.stop();
  const after = await buildTestApp({ DATA_DIR: dataDir });
  expect(await lanStore(after.store.db).claim({ ...presence, sessionId: 'later' })).toBe(true);
  await after.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
