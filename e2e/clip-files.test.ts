import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from './support/accessibility.ts';
import { clipsOf, PICTURE } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

let ada: Person;
let visitor: Person;
let clipId: string;

/** A second of silence. */
function sound(): Buffer<ArrayBuffer> {
  const rate = 8000;
  const wav = Buffer.alloc(44 + rate, 128);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + rate, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(rate, 40);
  return wav;
}

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  visitor = await people.arrive();
  const { accessToken } = await signIn(product, ada.page, await createAccount(product));
  const clips = clipsOf(product, accessToken);
  clipId = (await clips.save('')).id;
  for (const name of ['one.png', 'two.png', 'three.png'])
    await clips.attach(clipId, name, 'image/png', PICTURE);
  await clips.attach(clipId, 'talk.wav', 'audio/wav', sound());
  await clips.attach(clipId, 'notes.txt', 'text/plain', 'First line\nSecond line');
});
test.afterAll(({ people }) => people.leave());

const files = (page: Page) => page.getByRole('region', { name: 'Attached Files' });

test('pictures open whole, one after the other', async () => {
  const { page } = ada;
  await page.goto(`/clips/${clipId}`);
  await page.getByRole('button', { name: 'Open one.png' }).click();
  const box = page.getByRole('dialog');
  await box.getByText('1 of 3').waitFor();
  await page.keyboard.press('ArrowRight');
  const shown = box.getByRole('img', { name: 'Preview of two.png' });
  expect(await shown.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined();
  await box.getByRole('button', { name: 'Next picture' }).click();
  await box.getByText('3 of 3').waitFor();
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open one.png' })).toBeFocused();
});

test('a sound plays and a text is read where they stand, for a visitor too', async () => {
  const { page } = visitor;
  await page.goto(`/clips/${clipId}`);
  const player = files(page).getByLabel('talk.wav', { exact: true });
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1);
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.muted = true;
    return audio.play();
  });
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.ended)).toBe(true);
  await files(page).getByText('Second line').waitFor();
  await expectAccessibleInEveryLook(page);
});

test('all of them come as one ZIP', async () => {
  for (const { page } of [ada, visitor]) {
    await page.goto(`/clips/${clipId}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all' }).click();
    await page.getByText('Download started').waitFor();
    expect((await download).suggestedFilename()).toBe(`clip-${clipId}.zip`);
    const zip = readFileSync(await (await download).path());
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    for (const name of ['one.png', 'two.png', 'three.png', 'talk.wav', 'notes.txt'])
      expect(zip.includes(name)).toBe(true);
  }
});
