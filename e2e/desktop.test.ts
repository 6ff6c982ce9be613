import { readFile } from 'node:fs/promises';
import { PICTURE } from './support/clips.ts';
import { addText, blockOf, frameOf, pickUp } from './support/desktop.ts';
import type { Person } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

let visitor: Person;

test.beforeAll(async ({ people }) => {
  visitor = await people.arrive();
  await holdUndo(visitor.context);
});
test.afterAll(({ people }) => people.leave());

const says = (text: string) => visitor.page.getByText(text, { exact: true }).waitFor();
const frame = (text: string) => frameOf(blockOf(visitor.page, text));
/** Resolves once the server has saved a layout with this in it: there may be others before. */
const layoutSaved = (wanted: Partial<Awaited<ReturnType<typeof frame>>>) =>
  visitor.page.waitForResponse((response) => {
    const request = response.request();
    if (request.method() !== 'PATCH' || !response.ok()) return false;
    const { position, size } = request.postDataJSON() as Record<string, object>;
    const sent = { ...position, ...size } as Record<string, number>;
    return Object.entries(wanted).every(([name, value]) => sent[name] === value);
  });

test('a visitor who is not signed in puts texts and files on a desktop', async () => {
  const { page } = visitor;
  await page.goto('/desktop');
  await page.getByRole('heading', { name: 'Virtual Desktop' }).waitFor();
  await says('LAN desktop will be created automatically when you add content');
  const told = says('Text added');
  await addText(page, 'first text');
  await told;
  await addText(page, 'second text');
  expect(await frame('first text')).toEqual({ x: 0, y: 0, width: 200, height: 150 });
  expect((await frame('second text')).x).toBeGreaterThanOrEqual(200);

  const refused = says('huge.bin exceeds the 10MB limit. Please choose a smaller file.');
  await page
    .getByLabel('Upload File')
    .first()
    .setInputFiles([
      { name: 'picture.png', mimeType: 'image/png', buffer: PICTURE },
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1536, 'x') },
      { name: 'huge.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(10_485_761) },
    ]);
  await refused;
  await blockOf(page, 'picture.png').getByRole('img', { name: 'Preview of picture.png' }).waitFor();
  await blockOf(page, 'plan.pdf').getByText('1.5 KB').waitFor();
  expect((await frame('plan.pdf')).x).toBeGreaterThanOrEqual(200);
});

test('what is dropped from elsewhere stands where it was dropped', async () => {
  const { page } = visitor;
  const board = (await page.getByRole('list', { name: 'Blocks', exact: true }).boundingBox())!;
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'dropped text');
    return data;
  });
  const drop = { dataTransfer, clientX: board.x + 600, clientY: board.y + 400 };
  await page.getByRole('main').dispatchEvent('dragenter', drop);
  await says('Drop to add to the desktop');
  await page.getByRole('main').dispatchEvent('drop', drop);
  await blockOf(page, 'dropped text').waitFor();
  expect(await frame('dropped text')).toMatchObject({ x: 600, y: 400 });
  await page.getByText('Drop to add to the desktop').waitFor({ state: 'detached' });
  // Its Undo is held in these stories, and news of a layout would wait for it.
  await page.getByRole('region', { name: 'Notifications' }).getByLabel('Close').click();
});

test('a block is moved by mouse and keyboard and resized by keyboard; a reload keeps it all', async () => {
  const { page } = visitor;
  await pickUp(page, page.getByRole('button', { name: 'Move first text' }), 101, 301);
  await page.mouse.up();
  await says('Layout saved');
  expect(await frame('first text')).toMatchObject({ x: 104, y: 304 });

  await page.getByRole('button', { name: 'Move first text' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('At 112, 368').waitFor({ state: 'attached' });
  const saved = layoutSaved({ x: 112, y: 368, width: 264, height: 160 });
  await page.getByRole('button', { name: 'Resize first text' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await saved;
  await page.reload();
  await blockOf(page, 'first text').waitFor();
  expect(await frame('first text')).toEqual({ x: 112, y: 368, width: 264, height: 160 });
});

test('texts are copied, files downloaded, anything deleted and brought back', async () => {
  const { page } = visitor;
  await blockOf(page, 'first text').getByRole('button', { name: 'Copy' }).click();
  await says('Copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('first text');

  const release = Promise.withResolvers<void>();
  await page.route('**/api/files/**', async (route) => {
    await release.promise;
    await route.continue();
  });
  const downloaded = page.waitForEvent('download');
  await blockOf(page, 'plan.pdf').getByRole('button', { name: 'Download' }).click();
  await blockOf(page, 'plan.pdf').getByRole('button', { name: 'Downloading...' }).waitFor();
  release.resolve();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('plan.pdf');
  expect((await readFile(await download.path())).length).toBe(1536);
  await blockOf(page, 'plan.pdf').getByRole('button', { name: 'Download', exact: true }).waitFor();
  await page.unroute('**/api/files/**');

  await blockOf(page, 'first text').getByRole('button', { name: 'Delete' }).click();
  await blockOf(page, 'first text').waitFor({ state: 'detached' });
  await says('Item deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await blockOf(page, 'first text').waitFor();
  await page.reload();
  await blockOf(page, 'first text').waitFor();
  expect(await frame('first text')).toMatchObject({ x: 112, y: 368 });
});
