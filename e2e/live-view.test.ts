import { clipsOf } from './support/clips.ts';
import { KILLED } from './support/environments.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { expectWithinASecond } from './support/within-a-second.ts';

test.describe.configure({ mode: 'serial' });
test.use({ environment: KILLED });

let ada: Person;
let viewer: Person;
let clips: ReturnType<typeof clipsOf>;
let clipId: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  viewer = await people.arrive();
  const { accessToken } = await signIn(product, ada.page, await createAccount(product));
  clips = clipsOf(product, accessToken);
  clipId = (await clips.save('first words')).id;
});
test.afterAll(({ people }) => people.leave());

const shown = () => viewer.page.getByLabel('View only - Owner can edit');
const written = () => ada.page.getByRole('textbox', { name: 'Clip content' });

test('a signed-out viewer sees every save within a second', async () => {
  await viewer.page.goto(`/clips/${clipId}`);
  await viewer.page.getByText('Live', { exact: true }).waitFor();
  expect(await shown().inputValue()).toBe('first words');
  expect(await viewer.page.getByRole('button', { name: 'Save Changes' }).count()).toBe(0);

  await ada.page.goto(`/clips/${clipId}`);
  await ada.page
    .getByText('You can edit this clip. Changes will be visible to others in real-time.')
    .waitFor();
  await ada.page.getByText('Live', { exact: true }).waitFor();
  const save = ada.page.getByRole('button', { name: 'Save Changes' });
  expect(await save.isDisabled()).toBe(true);
  await expectWithinASecond(async (turn) => {
    const words = `second words ${turn}`;
    await written().fill(words);
    await ada.page.getByText('Unsaved changes').waitFor();
    const saved = ada.page.waitForResponse((response) => response.request().method() === 'PUT');
    const told = Promise.all([
      viewer.page.getByText('Content updated by owner').waitFor(),
      ada.page.getByText('Clip updated successfully').waitFor(),
    ]);
    await save.click();
    await saved;
    const savedAt = Date.now();
    await expect.poll(() => shown().inputValue(), { intervals: [20] }).toBe(words);
    const taken = Date.now() - savedAt;
    await told;
    await ada.page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    return taken;
  });
});

test('files arrive too', async () => {
  await ada.page
    .getByLabel('Upload File')
    .first()
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
  const told = viewer.page.getByText('Files updated by owner').waitFor();
  await ada.page.getByRole('button', { name: 'Save Changes' }).click();
  await viewer.page.getByRole('region', { name: 'Attached Files' }).getByText('plan.txt').waitFor();
  await told;
  const download = viewer.page.waitForEvent('download');
  const said = viewer.page.getByText('Content downloaded').waitFor();
  await viewer.page
    .getByRole('group', { name: 'Clip actions' })
    .getByRole('button', { name: 'Download' })
    .click();
  expect((await download).suggestedFilename()).toBe(`clip-${clipId}.txt`);
  await said;
});

test('an owner with two devices: a change replaces text that was not touched, and never text that was', async () => {
  await clips.change(clipId, 'from the other device');
  await expect.poll(() => written().inputValue()).toBe('from the other device');
  await written().fill('typed here');
  await clips.change(clipId, 'from the other device again');
  await ada.page.getByText('A newer version was saved elsewhere.').waitFor();
  expect(await written().inputValue()).toBe('typed here');
  await ada.page.getByRole('button', { name: 'Compare' }).click();
  await ada.page.getByRole('button', { name: 'Use the saved version' }).click();
  await expect.poll(() => written().inputValue()).toBe('from the other device again');
});

test('after the server was away, everybody converges by themselves', async ({ product }) => {
  await product.kill();
  await expect.poll(() => viewer.page.getByText('Live', { exact: true }).count()).toBe(0);
  await product.start();
  await clips.change(clipId, 'written while the viewer was cut off');
  await expect.poll(() => shown().inputValue()).toBe('written while the viewer was cut off');
  await expect.poll(() => written().inputValue()).toBe('written while the viewer was cut off');
  await viewer.page.getByText('Live', { exact: true }).waitFor();
});
