import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from './support/accessibility.ts';
import { clipsOf, PICTURE } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

let owner: Person;
let stranger: Person;
let visitor: Person;
let clipId: string;

test.beforeAll(async ({ people, product }) => {
  owner = await people.arrive();
  stranger = await people.arrive();
  visitor = await people.arrive();
  const ada = await createAccount(product, 'Ada');
  const { accessToken } = await signIn(product, owner.page, ada);
  await signIn(product, stranger.page, await createAccount(product, 'Grace'));
  const clips = clipsOf(product, accessToken);
  await clips.save('const answer = () => 42;\nexport { answer };');
  await clips.save(
    'https://example.com/a/long/address/that/does/not/break/anywhere/at/all/because/it/has/no/spaces/in/it',
  );
  await clips.save('مرحبا بالعالم');
  ({ id: clipId } = await clips.save('A text with two files'));
  await clips.attach(clipId, 'picture.png', 'image/png', PICTURE);
  await clips.attach(clipId, `${'a-very-long-file-name-'.repeat(8)}.pdf`, 'application/pdf', 'pdf');
  await clips.favorite(clipId);
});
test.afterAll(({ people }) => people.leave());

interface Screen {
  path: () => string;
  who: () => Person;
  shows: string;
  /** Opens what else can stand on the screen, one after the other. */
  steps?: ((page: Page) => Promise<void>)[];
}

const openFilters = (page: Page) => page.getByRole('button', { name: 'Filters' }).click();
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};
const openShare = async (page: Page) => {
  await page.getByRole('button', { name: 'Share' }).first().click();
  await page.getByRole('dialog').getByRole('img').waitFor();
};
const writeAndAttach = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Clip content' }).fill('Not saved yet');
  await page
    .getByLabel('Upload File')
    .first()
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: PICTURE });
  await page.getByRole('region', { name: 'Pending Files' }).waitFor();
};
const meetConflict = async (page: Page) => {
  await closeDialog(page);
  await page.route('**/api/clipboard/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 412, json: { error: 'Somebody else saved this in the meantime' } })
      : route.continue(),
  );
  await page.getByRole('textbox', { name: 'Clip content' }).fill('Mine');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Edit merged' }).click();
};
const askToRemove = async (page: Page) => {
  await closeDialog(page);
  await page.getByRole('button', { name: 'Remove picture.png' }).click();
  await page.getByRole('dialog').waitFor();
};

const screens: Record<string, Screen> = {
  dashboard: {
    path: () => '/dashboard',
    who: () => owner,
    shows: 'A text with two files',
    steps: [openFilters, openShare],
  },
  'empty dashboard': {
    path: () => '/dashboard',
    who: () => stranger,
    shows: 'No clips found. Create your first clip!',
  },
  'all clips': {
    path: () => '/clips',
    who: () => owner,
    shows: 'Page 1 of 1',
    steps: [openFilters],
  },
  'nothing found': {
    path: () => '/clips?search=nowhere',
    who: () => owner,
    shows: 'No clips match your current filters.',
  },
  favourites: {
    path: () => '/favorites',
    who: () => owner,
    shows: 'A text with two files',
    steps: [openFilters],
  },
  'no favourites': {
    path: () => '/favorites',
    who: () => stranger,
    shows: 'No favorite clips found.',
  },
  'new clip': {
    path: () => '/new-clip',
    who: () => owner,
    shows: 'Save Clip',
    steps: [writeAndAttach],
  },
  'new clip, signed out': {
    path: () => '/new-clip',
    who: () => visitor,
    shows: 'You can start right away.',
    steps: [writeAndAttach],
  },
  'own clip': {
    path: () => `/clips/${clipId}`,
    who: () => owner,
    shows: 'You can edit this clip.',
    steps: [openShare, askToRemove, meetConflict],
  },
  'clip of another person': {
    path: () => `/clips/${clipId}`,
    who: () => visitor,
    // Once the app has taken the place of what the server wrote.
    shows: 'Live',
    steps: [openShare],
  },
  'missing clip': {
    path: () => '/clips/nowhere',
    who: () => visitor,
    shows: 'This clip is not here',
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
