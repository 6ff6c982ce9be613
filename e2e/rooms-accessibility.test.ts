import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from './support/accessibility.ts';
import { PICTURE } from './support/clips.ts';
import { type Account, createAccount, signIn, tokenOf } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { test } from './support/story.ts';

let ada: Account;
let grace: Account;
let roomId: string;
let emptyId: string;

test.beforeAll(async ({ product }) => {
  ada = await createAccount(product, 'Ada');
  grace = await createAccount(product, 'Grace');
  const rooms = roomsOf(product, await tokenOf(product, ada));
  ({ id: roomId } = await rooms.create(
    'A room with a name that goes on for quite a while and then some more',
  ));
  await rooms.invite(roomId, grace.email);
  for (let index = 0; index < 8; index += 1)
    await rooms.invite(roomId, `somebody-with-a-long-address-${index}@subdomain.example.com`);
  await rooms.add(roomId, Array.from({ length: 20 }, (_, line) => `line ${line + 1}`).join('\n'));
  await rooms.add(
    roomId,
    'https://example.com/a/long/address/that/does/not/break/anywhere/at/all/because/it/has/no/spaces/in/it',
  );
  await rooms.add(roomId, 'مرحبا بالعالم');
  await rooms.upload(roomId, 'picture.png', 'image/png', PICTURE);
  await rooms.upload(roomId, `${'a-very-long-file-name-'.repeat(8)}.pdf`, 'application/pdf', 'pdf');
  ({ id: emptyId } = await rooms.create('Empty', true));
});

type Step = (page: Page) => Promise<void>;
interface Screen {
  path: () => string;
  who: () => Account;
  shows: string;
  /** The screen itself is looked at elsewhere. */
  known?: true;
  /** Opens what else can stand on the screen, one after the other. */
  steps?: Step[];
}

const press =
  (name: string | RegExp): Step =>
  (page) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
const opened: Step = (page) => page.getByRole('dialog').waitFor();
const both =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page);
  };
const conflict: Step = async (page) => {
  await page.route('**/api/rooms/*/content/*', (route) =>
    route.fulfill({
      status: 412,
      json: { error: 'Saved', code: 'VERSION_CONFLICT', item: { content: 'theirs', version: 9 } },
    }),
  );
  await page.getByRole('dialog').getByRole('textbox').fill('mine');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Edit merged' }).click();
};

const owner = () => ada;
const member = () => grace;
const room = () => `/rooms/${roomId}`;
const screens: Record<string, Screen> = {
  'rooms list': {
    path: () => '/rooms',
    who: owner,
    shows: 'Empty',
    steps: [press('Filters'), both(press('Create Room'), opened)],
  },
  'question before a room goes': {
    path: () => '/rooms',
    who: owner,
    known: true,
    shows: 'Empty',
    steps: [both(press('Delete room'), opened)],
  },
  'nothing found': {
    path: () => '/rooms?search=nowhere',
    who: owner,
    shows: 'No rooms match your filters.',
  },
  room: {
    path: room,
    who: owner,
    shows: 'line 1',
    steps: [press('Show more'), both(press('Delete'), opened)],
  },
  'room of a member': {
    path: room,
    who: member,
    shows: 'line 1',
    steps: [both(press('Leave room'), opened)],
  },
  'empty room': { path: () => `/rooms/${emptyId}`, who: owner, shows: 'No content yet.' },
  'share room': {
    path: room,
    who: owner,
    known: true,
    shows: 'line 1',
    steps: [both(press('Share room'), opened, press('Renew link'))],
  },
  'room settings': {
    path: room,
    who: owner,
    known: true,
    shows: 'line 1',
    steps: [both(press('Room settings'), opened)],
  },
  'new member': {
    path: room,
    who: owner,
    known: true,
    shows: 'line 1',
    steps: [both(press('Add Member'), opened)],
  },
  'edit and conflict': {
    path: room,
    who: owner,
    known: true,
    shows: 'line 1',
    steps: [both(press('Edit'), opened), conflict],
  },
  preview: {
    path: room,
    who: owner,
    known: true,
    shows: 'picture.png',
    steps: [both(press('Preview'), opened)],
  },
  members: {
    path: () => `${room()}?tab=members`,
    who: owner,
    shows: 'Owner',
    steps: [both(press(/Grace|grace/), opened)],
  },
  activity: { path: () => `${room()}?tab=activity`, who: owner, shows: 'Recent Activity' },
  'missing room': { path: () => '/rooms/nowhere', who: owner, shows: 'This room is not here' },
};

for (const [name, { path, who, shows, known, steps = [] }] of Object.entries(screens))
  test(name, async ({ page, product }) => {
    await signIn(product, page, who());
    await page.goto(path());
    await page.getByText(shows).first().waitFor();
    if (!known) await expectAccessibleInEveryLook(page);
    for (const step of steps) {
      await step(page);
      await expectAccessibleInEveryLook(page);
    }
  });
