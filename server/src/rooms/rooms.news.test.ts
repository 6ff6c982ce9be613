import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import type { App } from '../core/app.ts';
import type { Channels } from '../core/live/channels.ts';
import { listMemberUserIds } from './room-members.queries.ts';
import { roomChanged } from './rooms.news.ts';

let app: TestApp;
let owner: Person;
let roomId: string;
let telling: App;
let told: string[];

beforeEach(async () => {
  app = await buildTestApp();
  owner = await signUp(app);
  roomId = (await call(app, 'POST /rooms', { body: { name: 'Busy' }, headers: owner.headers })).body
    .id;
  told = [];
  const channels = {
    publish: (channel: string | string[], _event: string, { change }: { change: string }) =>
      told.push(`${[channel].flat()[0]?.split(':')[0]} ${change}`),
  } as unknown as Channels;
  telling = {
    ...app,
    channels,
    quietRooms: new Map(),
    tell: async (work) => void (await work()),
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.stop();
});

/** A user who asked the store before has its answer once this has one. */
const answered = () => listMemberUserIds(app.store.db, roomId);

const toLists = () => told.filter((each) => each.startsWith('user'));

test('lists hear of the first change at once and of all that follow together', async () => {
  roomChanged(telling, roomId, 'content');
  await answered();
  expect(told).toEqual(['room content', 'user content']);
  for (let n = 0; n < 50; n++) roomChanged(telling, roomId, 'content');
  roomChanged(telling, roomId, 'settings');
  await answered();
  expect(told.filter((each) => each.startsWith('room'))).toHaveLength(52);
  expect(toLists()).toEqual(['user content']);
  vi.advanceTimersByTime(1000);
  await answered();
  expect(toLists()).toEqual(['user content', 'user settings']);
  vi.advanceTimersByTime(5000);
  await answered();
  expect(toLists()).toHaveLength(2);
});
