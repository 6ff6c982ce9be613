import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { executablePath, testChromiumOptions } from './support/chromium-options.ts';
import { blockOf } from './support/desktop.ts';
import { arrive, createAccount, type Person, signIn } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/story.ts';

const ip = (...args: string[]): boolean => spawnSync('ip', args).status === 0;

/** Two networks that reach the machine of the server and not each other. */
const networks = [
  { name: `clipline-${process.pid}-laptop`, device: `cl${process.pid}a`, prefix: '10.213.77' },
  { name: `clipline-${process.pid}-phone`, device: `cl${process.pid}b`, prefix: '172.29.213' },
];
type Network = (typeof networks)[number];

const make = ({ name, device, prefix }: Network): boolean =>
  ip('netns', 'add', name) &&
  ip('link', 'add', device, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name) &&
  ip('address', 'add', `${prefix}.1/30`, 'dev', device) &&
  ip('link', 'set', device, 'up') &&
  ip('-n', name, 'address', 'add', `${prefix}.2/30`, 'dev', 'eth0') &&
  ip('-n', name, 'link', 'set', 'eth0', 'up') &&
  ip('-n', name, 'link', 'set', 'lo', 'up');
const remove = () => networks.forEach(({ name }) => ip('netns', 'delete', name));

test.describe('two devices whose networks have nothing in common', () => {
  test.skip(executablePath === undefined, 'needs a Chromium whose file is known');
  let product: Product;
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-networks-'));
  const browsers: Browser[] = [];

  /** A browser that is in a network, and knows the server by its address there. */
  async function arriveIn({ name, prefix }: Network, options = {}): Promise<Person> {
    const program = path.join(folder, name);
    writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${name} '${executablePath}' "$@"\n`);
    chmodSync(program, 0o755);
    const browser = await chromium.launch({ ...testChromiumOptions, executablePath: program });
    browsers.push(browser);
    const url = product.url.replace('localhost', `${prefix}.1`);
    return arrive(browser, { ...product, url }, options);
  }

  test.beforeAll(async () => {
    test.skip(!networks.every(make), 'needs leave to make networks');
    product = await startProduct({ HOST: '0.0.0.0' });
  });
  test.afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await product?.dispose();
    remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('put text and files before each other by a code, until one of them ends it', async () => {
    const laptop = await arriveIn(networks[0]!);
    const phone = await arriveIn(networks[1]!, { viewport: { width: 390, height: 844 } });
    const url = product.url.replace('localhost', `${networks[0]!.prefix}.1`);
    await signIn({ ...product, url }, laptop.page, await createAccount(product, 'Ada'));

    await laptop.page.goto('/pair');
    await laptop.page.getByRole('button', { name: 'Show a code' }).click();
    const code = await laptop.page.getByText(/^[2-9A-Z]{3} [2-9A-Z]{3}$/).textContent();
    await phone.page.goto('/pair');
    await phone.page.getByLabel('Enter the code').fill(code!.toLowerCase());
    await phone.page.getByRole('button', { name: 'Connect' }).click();
    await phone.page.getByText('Waiting for it to allow you').waitFor();
    // As phones do by themselves.
    await phone.page.reload();
    const heading = phone.page.getByRole('heading', { name: /shows \d\d, too/ });
    const [digits] = /\d\d/.exec((await heading.textContent())!)!;
    await laptop.page.getByText(`It shows ${digits}.`).waitFor();
    await laptop.page.getByRole('button', { name: 'Allow' }).click();
    for (const { page } of [laptop, phone]) await page.getByText('Live', { exact: true }).waitFor();

    await laptop.page.getByRole('textbox', { name: 'Text' }).fill('from the laptop');
    await laptop.page.getByRole('button', { name: 'Add Text' }).click();
    await blockOf(phone.page, 'from the laptop', 'Items').waitFor();
    await phone.page
      .getByLabel('Upload File')
      .first()
      .setInputFiles({ name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from('a photo') });
    const block = blockOf(laptop.page, 'photo.txt', 'Items');
    const saving = laptop.page.waitForEvent('download');
    await block.getByRole('button', { name: 'Download' }).click();
    expect(readFileSync(await (await saving).path(), 'utf8')).toBe('a photo');
    await expect(phone.page.getByText('Ada')).toHaveCount(0);

    await phone.page.getByRole('button', { name: 'End pairing' }).click();
    await phone.page.getByRole('dialog').getByRole('button', { name: 'End pairing' }).click();
    for (const { page } of [laptop, phone])
      await page.getByText('This pairing has ended.').waitFor();
    await laptop.page.goto('/desktop');
    await laptop.page.getByRole('button', { name: 'New Text' }).waitFor();
    await expect(laptop.page.getByText('from the laptop')).toHaveCount(0);
  });
});
