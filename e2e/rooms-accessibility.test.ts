import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from './support/accessibility.ts';
import { PICTURE } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';

let owner: Person;
let member: Person;
let roomId: string;
let emptyId: string;

test.beforeAll(async ({ people, product }) => {
  owner = await people.arrive();
  member = await people.arrive();
  const ada = await createAccount(product, 'Ada');
  const grace = await createAccount(product, 'Grace');
  const { accessToken } = await signIn(product, owner.page, ada);
  await signIn(product, member.page, grace);
  const rooms = roomsOf(product, accessToken);
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
test.afterAll(({ people }) => people.leave());

type Step = (page: Page) => Promise<void>;
interface Screen {
  path: () => string;
  who: () => Person;
  shows: string;
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
/** Opens a dialog, after the one before it. */
const open =
  (name: string | RegExp): Step =>
  async (page) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(name)(page);
    await page.getByRole('dialog').waitFor();
  };
const openRenewal: Step = async (page) => {
  await open('Share room')(page);
  await press('Renew link')(page);
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

const room = () => `/rooms/${roomId}`;
const screens: Record<string, Screen> = {
  'rooms list': {
    path: () => '/rooms',
    who: () => owner,
    shows: 'Empty',
    steps: [press('Filters'), open('Create Room'), open('Delete room')],
  },
  'nothing found': {
    path: () => '/rooms?search=nowhere',
    who: () => owner,
    shows: 'No rooms match your filters.',
  },
  room: {
    path: room,
    who: () => owner,
    shows: 'line 1',
    steps: [
      press('Show more'),
      press('Rows'),
      press('Cards'),
      open('Delete'),
      open('Room settings'),
      open('Add Member'),
      open('Preview'),
      open('Edit'),
      conflict,
    ],
  },
  'room of a member': {
    path: room,
    who: () => member,
    shows: 'line 1',
    steps: [open('Leave room')],
  },
  'empty room': {
    path: () => `/rooms/${emptyId}`,
    who: () => owner,
    shows: 'No content yet.',
    steps: [openRenewal],
  },
  members: {
    path: () => `${room()}?tab=members`,
    who: () => owner,
    shows: 'Owner',
    steps: [open(/Grace|grace/)],
  },
  activity: { path: () => `${room()}?tab=activity`, who: () => owner, shows: 'Recent Activity' },
  'missing room': {
    path: () => '/rooms/nowhere',
    who: () => owner,
    shows: 'This room is not here',
  },
};

for (const [name, { path, who, shows, steps = [] }] of Object.entries(screens))
  test(name, async () => {
    const { page } = who();
    await page.goto(path());
    await page.getByText(shows).first().waitFor();
    await expectAccessibleInEveryLook(page);
    for (const step of steps) {
      await step(page);
      await expectAccessibleInEveryLook(page);
    }
  });
