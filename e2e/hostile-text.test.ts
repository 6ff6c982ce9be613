import { clipsOf, PICTURE } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

const MARKUP = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script><a href="javascript:document.title='owned'">go</a>`;
const NAME = `"><img src=x onerror=document.title='owned'>.png`;

let ada: Person;
let viewer: Person;
let clipId: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  viewer = await people.arrive();
  const { accessToken } = await signIn(product, ada.page, await createAccount(product));
  const clips = clipsOf(product, accessToken);
  ({ id: clipId } = await clips.save(MARKUP));
  await clips.attach(clipId, NAME, 'image/png', PICTURE);
  await clips.attach(clipId, 'page.html', 'text/html', MARKUP);
});
test.afterAll(({ people }) => people.leave());

test('text and file names that look like markup stay what they are', async ({ product }) => {
  const refused: string[] = [];
  for (const { page } of [ada, viewer])
    page.on(
      'console',
      (message) => /Content.Security.Policy/i.test(message.text()) && refused.push(message.text()),
    );
  await ada.page.goto('/dashboard');
  await ada.page.getByRole('article').getByText(MARKUP).waitFor();
  expect(await ada.page.title()).toBe('Dashboard · Clipline');

  for (const { page } of [ada, viewer]) {
    await page.goto(`/clips/${clipId}`);
    const files = page.getByRole('region', { name: 'Attached Files' });
    await files.getByText('page.html').waitFor();
    await files.getByText('onerror').first().waitFor();
    expect(await page.locator('img[src=x], main script').count()).toBe(0);
    expect(await page.title()).toMatch(/^<img .* · Shared Clip · Clipline$/);
  }
  expect(await viewer.page.getByLabel('View only - Owner can edit').inputValue()).toBe(MARKUP);
  // Opened by its own address it is a download, never a page of this site.
  const url = await viewer.page
    .getByRole('region', { name: 'Attached Files' })
    .getByRole('img')
    .getAttribute('src');
  const response = await fetch(new URL(url ?? '', product.url));
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(refused).toEqual([]);
});
