import { readFileSync } from 'node:fs';
import { clipsOf, PICTURE } from './support/clips.ts';
import { createAccount, tokenOf } from './support/people.ts';
import { expect, test } from './support/story.ts';

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

test('a visitor looks at a picture, hears a sound, reads a text, and takes all of it along or prints it', async ({
  page,
  product,
}) => {
  const clips = clipsOf(product, await tokenOf(product, await createAccount(product)));
  const { id } = await clips.save(
    Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n'),
  );
  await clips.attach(id, 'one.png', 'image/png', PICTURE);
  await clips.attach(id, 'talk.wav', 'audio/wav', sound());
  await clips.attach(id, 'notes.txt', 'text/plain', 'First line\nSecond line');
  await page.goto(`/clips/${id}`);
  const files = page.getByRole('region', { name: 'Attached Files' });

  await page.getByRole('button', { name: 'Open one.png' }).click();
  const shown = page.getByRole('dialog').getByRole('img', { name: 'Preview of one.png' });
  expect(await shown.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined();
  await page.keyboard.press('Escape');

  const player = files.getByLabel('talk.wav', { exact: true });
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1);
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.muted = true;
    return audio.play();
  });
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.ended)).toBe(true);
  await files.getByText('Second line').waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all' }).click();
  expect((await download).suggestedFilename()).toBe(`clip-${id}.zip`);
  const zip = readFileSync(await (await download).path());
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['one.png', 'talk.wav', 'notes.txt']) expect(zip.includes(name)).toBe(true);

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-printed]')).toContainText('line 199');
  await expect(page.getByLabel('View only - Owner can edit')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy Content' })).toBeHidden();
});
