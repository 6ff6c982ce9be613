import { expect, test } from './support/story.ts';

for (const javaScriptEnabled of [true, false])
  test(`where no plans are sold the prices say so, with${javaScriptEnabled ? '' : 'out'} scripts`, async ({
    arrive,
  }) => {
    const { page } = await arrive({ javaScriptEnabled });
    await page.goto('/');
    await page.getByText('This server offers everything for free').waitFor();
    await page.getByText('Everything is free on this server').waitFor();
    expect(await page.getByRole('button', { name: /^Choose/ }).count()).toBe(0);
    const offers = page.getByRole('article').getByRole('link', { name: 'Sign Up' });
    expect(
      await offers.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(Array.from({ length: 3 }, () => '/auth?mode=register'));
    for (const words of [
      'Free for 7 days, no credit card',
      '7-day free trial',
      'Please log in to purchase a plan',
    ])
      expect(await page.getByText(words).first().isVisible(), words).toBe(false);
  });
