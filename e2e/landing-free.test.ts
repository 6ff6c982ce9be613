import { expect, test } from './support/story.ts';
import { takenOver } from './support/taken-over.ts';

for (const javaScriptEnabled of [true, false])
  test(`where no plans are sold the prices say so, with${javaScriptEnabled ? '' : 'out'} scripts`, async ({
    arrive,
  }) => {
    const { page } = await arrive({ javaScriptEnabled });
    await page.goto('/');
    const offer = page.getByRole('article', { name: 'Everything, free on this server' });
    await offer.waitFor();
    await page.getByText('Everything is free on this server').waitFor();
    expect(await page.getByRole('button', { name: /^Choose/ }).count()).toBe(0);
    expect(await offer.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe(
      '/auth?mode=register',
    );
    // The prices stand below it, as information: nothing is struck out and nothing can be bought.
    const basic = page.getByRole('article', { name: 'Basic' });
    expect((await basic.boundingBox())!.y).toBeGreaterThan((await offer.boundingBox())!.y + 100);
    expect(await basic.getByRole('link').count()).toBe(0);
    for (const [name, price] of [
      ['Basic', '$9'],
      ['Pro', '$19'],
      ['Advanced', '$29'],
    ] as const)
      await page.getByRole('article', { name }).getByText(price, { exact: true }).waitFor();
    await page
      .getByText('Where plans are sold: 7-day free trial, no credit card', { exact: true })
      .waitFor();
    if (javaScriptEnabled) {
      await takenOver(page, '#pricing input');
      await page.getByRole('radio', { name: 'Yearly' }).check();
      for (const year of [90, 190, 290])
        await page.getByText(`Billed annually ($${year}/year)`).waitFor();
    }
    for (const words of [
      'Free for 7 days, no credit card',
      'Every account starts with a 7-day free trial',
      'Please log in to purchase a plan',
    ])
      expect(await page.getByText(words).first().isVisible(), words).toBe(false);
  });
