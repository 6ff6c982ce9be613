import { setTimeout as delay } from 'node:timers/promises';
import { call, cost, repeat, send } from './support/calls.ts';
import { measure } from './support/measure.ts';
import { sized } from './support/options.ts';
import { addPeople, type Person, textOf } from './support/people.ts';
import { type Program, startBuilds } from './support/programs.ts';
import { viewer } from './support/viewer.ts';

const MEMBERS = sized(200);
const ITEMS = 50;
/** In a busy room lists are told once in so long. */
const LISTS_MS = 1100;
/** So long the web app gathers news before it reads. */
const GATHER_MS = 80;

/** A person who has a room open and does what the web app does. */
interface Member {
  /** Hears whenever what is on the screen is as it now stands. */
  onShown: () => void;
  /** Received so far. */
  bytes: number;
}

async function openRoom(url: string, id: string, person: Person): Promise<Member> {
  const member: Member = { onShown: () => {}, bytes: 0 };
  const token = person.session.access_token;
  const socket = await viewer(url, {
    token,
    join: ['join:room', { roomId: id }],
    say: ['app:front', { front: true, roomId: id }],
  });
  let [{ room }] = JSON.parse(socket.joined) as [{ room: { updated_at: string } }];
  let reading: NodeJS.Timeout | undefined;
  async function read(): Promise<void> {
    reading = undefined;
    const [head = '', page = ''] = await Promise.all(
      ['', '/content?page=1&pageSize=50'].map((path) =>
        send(`${url}/api/rooms/${id}${path}`, { headers: person.headers }),
      ),
    );
    member.bytes += head.length + page.length;
    room = JSON.parse(head.toString()) as typeof room;
    member.onShown();
  }
  socket.onNews = (text) => {
    member.bytes += text.length;
    const [event, { delta, unread }] = JSON.parse(text.slice(2)) as [
      string,
      { delta?: { since: string; updated_at: string }; unread?: number },
    ];
    if (event === 'room:news' && unread)
      void send(`${url}/api/rooms/${id}/seen`, { method: 'PUT', headers: person.headers });
    if (event !== 'room:updated') return;
    if (delta?.since !== room.updated_at) {
      reading ??= setTimeout(() => void read(), GATHER_MS);
      return;
    }
    room = delta;
    member.onShown();
  };
  return member;
}

export async function rooms(): Promise<void> {
  const { sides, seeded } = await startBuilds(async (product) => {
    const people = await addPeople(product, MEMBERS);
    const [owner, ...others] = people as [Person, ...Person[]];
    const { id, shareToken } = await call<{ id: string; shareToken: string }>(
      product,
      owner,
      'POST /rooms',
      { name: 'A room', isPrivate: false },
    );
    await repeat(others.length, 4, (index) =>
      call(product, others[index] as Person, 'POST /rooms/join', { shareToken }),
    );
    await repeat(ITEMS, 1, (index) =>
      call(product, owner, `POST /rooms/${id}/content`, { type: 'text', content: textOf(index) }),
    );
    return { people, owner, id };
  });
  const { people, owner, id } = seeded;
  const all: Record<string, { program: Program; members: Member[] }> = {};
  for (const [name, program] of Object.entries(sides)) {
    const members: Member[] = [];
    for (const person of people) members.push(await openRoom(program.url, id, person));
    all[name] = { program, members };
  }
  await delay(LISTS_MS);

  /** Adds an item and waits until every member sees it, and lists were told of it too. */
  async function add({ program, members }: { program: Program; members: Member[] }): Promise<void> {
    let missing = members.length;
    const shown = new Promise<void>((resolve) => {
      for (const member of members)
        member.onShown = () => {
          member.onShown = () => {};
          missing -= 1;
          if (missing === 0) resolve();
        };
    });
    const item = { type: 'text', content: 'something new' };
    await Promise.all([call(program, owner, `POST /rooms/${id}/content`, item), shown]);
    await delay(LISTS_MS);
  }
  const about = `an item added to a room that ${MEMBERS} have open`;
  await measure(about, { unit: 'ms CPU', goal: '≤ 12' }, all, async (side) => {
    const idle = await cost(side.program, () => delay(LISTS_MS));
    return ((await cost(side.program, () => add(side))) - idle) / 1000;
  });
  await measure(`${about}: received`, { unit: 'MB', goal: '≤ 0.5' }, all, async (side) => {
    for (const member of side.members) member.bytes = 0;
    await add(side);
    return side.members.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  });
}
