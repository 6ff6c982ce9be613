import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { clipsOf } from './support/clips.ts';
import { createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

test.use({ environment: { MAX_FILE_MB: '64' } });

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a film goes on after a line that broke, and after a reload once it is chosen again', async ({
  page,
  product,
}) => {
  const { accessToken } = await signIn(product, page, await createAccount(product));
  const { id } = await clipsOf(product, accessToken).save('The film');
  const bytes = randomBytes(40 * 1024 ** 2 + 7);
  const film = test.info().outputPath('film.bin');
  writeFileSync(film, bytes);
  const came: string[] = [];
  let fails = (_part: number): boolean => false;
  await page.route('**/api/uploads/*/parts/*', async (route) => {
    const part = Number(route.request().url().split('/').at(-1));
    if (fails(part)) return route.abort('connectionreset');
    came.push(String(part));
    return route.continue();
  });
  page.on('dialog', (question) => void question.accept());
  const send = async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload File' }).first().click(),
    ]);
    await chooser.setFiles(film);
    await page.getByRole('button', { name: 'Save Changes' }).click();
  };
  await page.goto(`/clips/${id}`);

  // The first time one part in the middle breaks, and all of it is missed at once.
  fails = (part) => part === 3;
  await send();
  await page.getByText('Waiting for a connection').waitFor();
  await page.reload();
  fails = () => false;
  await send();
  await page.getByText('Files uploaded successfully').waitFor();
  // What had arrived was not sent again.
  expect(came.length).toBeLessThan(12);

  const reply = await fetch(`${product.url}/api/clipboard/${id}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { files } = (await reply.json()) as { files: { name: string; url: string }[] };
  expect(files.map(({ name }) => name)).toEqual(['film.bin']);
  const stored = await fetch(new URL(files[0]!.url, product.url));
  expect(sha256(new Uint8Array(await stored.arrayBuffer()))).toBe(sha256(bytes));
});
