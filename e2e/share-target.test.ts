import { clipsOf } from './support/clips.ts';
import { fileOf } from './support/files.ts';
import { outboxOf } from './support/outbox.ts';
import { createAccount, signIn } from './support/people.ts';
import { storedTexts } from './support/stored.ts';
import { expect, test } from './support/story.ts';
import { workerIn } from './support/worker.ts';

test.use({ serviceWorkers: 'allow' });

test('the form of a foreign site saves nothing', async ({ arrive, product }) => {
  const { page, context } = await arrive();
  const { accessToken } = await signIn(product, page, await createAccount(product));
  await clipsOf(product, accessToken).save('there before');
  await context.route('http://elsewhere.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" enctype="multipart/form-data" action="${product.url}/share">
        <input name="text" value="from elsewhere"><input type="file" name="files"><button>Send</button></form>`,
    }),
  );
  await page.goto('http://elsewhere.example/');
  // More than the system's buffers take in before the server reads.
  await page.setInputFiles('input[type=file]', fileOf('large.bin', 30 * 1024 * 1024));
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL('**/share?lost=1');
  await page.getByText('This was not received. Open Clipline once, then share again.').waitFor();
  await expect.poll(() => storedTexts(product, accessToken)).toEqual(['there before']);
});

test('nor does it where the worker takes it, until its reader says so', async ({
  arrive,
  product,
}) => {
  const { page, context } = await arrive();
  const { accessToken } = await signIn(product, page, await createAccount(product));
  await page.goto('/dashboard');
  await workerIn(page);
  await context.route('http://elsewhere.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" enctype="multipart/form-data" action="${product.url}/share">
        <input name="text" value="from elsewhere"><button>Send</button></form>`,
    }),
  );
  await page.goto('http://elsewhere.example/');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/share#[\w-]{22,64}$/);
  await page.getByText('from elsewhere').first().waitFor();
  // A person who leaves without a word, and saves something else meanwhile, has not saved it.
  await page.goto('/dashboard');
  await page.getByRole('textbox', { name: 'Paste or type to save a clip' }).fill('my own');
  await page.keyboard.press('Enter');
  await expect.poll(() => storedTexts(product, accessToken)).toEqual(['my own']);
  await expect
    .poll(async () => (await outboxOf(page)).map(({ state, content }) => [state, content]))
    .toEqual([['held', 'from elsewhere']]);
});
