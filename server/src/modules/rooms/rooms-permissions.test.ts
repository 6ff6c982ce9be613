import { roomEndpoints } from '@clipline/contract/rooms.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp } from '../../../testing/factories.ts';
import { upload } from '../../../testing/uploads.ts';

/** Every call on one room: what it answers to anonymous, stranger, member, owner, of a private room and of a public one. */
const calls = {
  getRoom: { private: [401, 404, 200, 200], public: [401, 200, 200, 200] },
  listRoomContent: { private: [401, 404, 200, 200], public: [401, 200, 200, 200] },
  listRoomActivity: { private: [401, 404, 200, 200], public: [401, 403, 200, 200] },
  addRoomContent: { private: [401, 404, 201, 201], public: [401, 403, 201, 201] },
  uploadRoomFile: { private: [401, 404, 201, 201], public: [401, 403, 201, 201] },
  updateRoomContent: { private: [401, 404, 200, 200], public: [401, 403, 200, 200] },
  deleteRoomContent: { private: [401, 404, 200, 200], public: [401, 403, 200, 200] },
  restoreRoomContent: { private: [401, 404, 200, 200], public: [401, 403, 200, 200] },
  addRoomMember: { private: [401, 404, 201, 201], public: [401, 403, 201, 201] },
  removeRoomMember: { private: [401, 404, 403, 200], public: [401, 403, 403, 200] },
  updateRoom: { private: [401, 404, 403, 200], public: [401, 403, 403, 200] },
  renewShareToken: { private: [401, 404, 403, 200], public: [401, 403, 403, 200] },
  leaveRoom: { private: [401, 404, 200, 409], public: [401, 403, 200, 409] },
  deleteRoom: { private: [401, 404, 403, 200], public: [401, 403, 403, 200] },
  joinRoom: { private: [401, 404, 200, 200], public: [401, 200, 200, 200] },
} as const;
type Name = keyof typeof calls;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

async function scene(isPrivate: boolean) {
  const [owner, member, third, stranger] = [await signUp(app), await signUp(app), await signUp(app), await signUp(app)];
  const as = (person: Person, what: Parameters<typeof call>[1], body?: unknown) => call(app, what, { body, headers: person.headers });
  const { body: room } = await as(owner, 'POST /rooms', { name: 'Walk', isPrivate });
  for (const person of [member, third]) await as(owner, `POST /rooms/${room.id}/members`, { email: person.user.email });
  // The writer owns the text, so that editing is refused for the role alone.
  const itemOf = async (person: Person) => (await as(person, `POST /rooms/${room.id}/content`, { content: 'Text' })).body;
  return { owner, member, third, stranger, room, itemOf, as };
}

async function perform(name: Name, isPrivate: boolean, who: 'anonymous' | 'stranger' | 'member' | 'owner') {
  const { owner, room, third, itemOf, as, ...people } = await scene(isPrivate);
  const person = who === 'anonymous' ? undefined : who === 'owner' ? owner : people[who];
  const headers = person?.headers ?? {};
  const item = await itemOf(person && who !== 'stranger' ? person : owner);
  if (name === 'restoreRoomContent') await as(owner, `DELETE /rooms/${room.id}/content/${item.id}`);
  const { method, path } = roomEndpoints[name];
  const url = path.replace('{id}', room.id).replace('{contentId}', item.id).replace('{memberId}', third.user.id) as '/rooms';
  if (name === 'uploadRoomFile') return upload(app, url, headers, { name: 'a.txt', bytes: 'a' });
  const bodies: Partial<Record<Name, unknown>> = {
    addRoomContent: { content: 'More' },
    updateRoomContent: { content: 'Other' },
    addRoomMember: { email: 'somebody.else@example.org' },
    updateRoom: { name: 'New' },
    joinRoom: { shareToken: room.shareToken },
  };
  return call(app, `${method} ${url}`, { body: bodies[name], headers });
}

const texts = { 401: 'Unauthorized', 404: 'Room not found', 409: 'The owner cannot leave or be removed. Delete the room instead.' };

describe.each(['private', 'public'] as const)('of a %s room', (kind) => {
  test.each(Object.keys(calls) as Name[])('%s', async (name) => {
    const callers = ['anonymous', 'stranger', 'member', 'owner'] as const;
    for (const [index, who] of callers.entries()) {
      const { status, body } = await perform(name, kind === 'private', who);
      expect([who, status]).toEqual([who, calls[name][kind][index]]);
      if (status === 403) expect(body.error).toBe(`Only ${who === 'member' ? 'the owner' : 'members'} of this room can do that`);
      else if (status === 404 && name === 'joinRoom') expect(body.error).toMatch(/no longer valid/);
      else if (status >= 400) expect(body.error).toBe(texts[status as keyof typeof texts]);
    }
  });
});

test('the walk leaves out no call', () => {
  expect(Object.keys(roomEndpoints).toSorted()).toEqual([...Object.keys(calls), 'listRooms', 'createRoom'].toSorted());
});

test('only signed-in people list and open rooms', async () => {
  for (const what of ['GET /rooms', 'POST /rooms'] as const)
    expect((await call(app, what, what === 'GET /rooms' ? {} : { body: { name: 'x' } })).status).toBe(401);
});
