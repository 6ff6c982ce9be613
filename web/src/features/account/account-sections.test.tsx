import { ProductError } from '@clipline/contract/errors.ts';
import type { Subscription } from '@clipline/contract/schemas/billing.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chooseKeeping, readKept, writeKept } from '../../offline/keeper.ts';
import { USER } from '../../testing/fake-browser.ts';
import { noReply, refuse, replies, sent } from '../../testing/fake-server.ts';
import { connected, tell } from '../../testing/fake-socket.ts';
import { arrives, button, dialog, main, news, says, show, signInAs } from '../../testing/show.tsx';
import { clip, subscription, PROFILE } from '../../testing/things.ts';

const NONE = subscription({ enabled: true, trialEndsAt: '2026-01-09T00:00:00.000Z' });
const PRO: Subscription = { ...NONE, plan: 'pro', status: 'active', interval: 'monthly' };

beforeEach(() =>
  replies({
    'GET /account': PROFILE,
    'GET /account/sessions': [],
    'GET /account/tokens': [],
    'GET /billing/subscription': NONE,
  }),
);

describe('back from the payment page', () => {
  test('waits for the payment, and tells of it as soon as it is there', async () => {
    await show('/account?checkout=success');
    await says(main(), 'Waiting for the payment to be confirmed...');
    await connected();
    replies({ 'GET /billing/subscription': PRO });
    tell('billing:updated', { plan: 'pro' });
    await says(main(), 'The Pro plan is active.');
    await button('Close').click();
    await arrives('/account');
    await expect.element(main()).not.toMatchTextContent('The Pro plan is active.');
  });

  test('news that were missed are asked for', async () => {
    await show('/account?checkout=success');
    await says(main(), 'Waiting for the payment to be confirmed...');
    // It is waited for from the first, before anything is read.
    await expect.poll(() => sent('GET /billing/subscription').length).toBe(1);
    replies({ 'GET /billing/subscription': PRO });
    await says(main(), 'The Pro plan is active.');
    await expect.poll(() => sent('GET /billing/subscription').length).toBeGreaterThan(1);
  });

  test('where nothing is sold the address proves nothing', async () => {
    replies({ 'GET /billing/subscription': { ...NONE, enabled: false } });
    await show('/account?checkout=success');
    await says(main(), 'Everything is included on this server.');
    await expect.element(main()).not.toMatchTextContent('Waiting for the payment');
  });
});

describe('the addresses of all clips', () => {
  const close = async () => {
    await show('/account');
    await button('Close the addresses of all my clips').click();
    await says(dialog(), 'Viewers leave at once');
    expect(sent('POST /clipboard/addresses/close')).toEqual([]);
    await dialog().getByRole('button', { name: 'Close the addresses' }).click();
  };

  test('are closed once that is confirmed', async () => {
    replies({ 'POST /clipboard/addresses/close': { closed: 3 } });
    await close();
    await says(news(), '3 addresses closed');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('a failure leaves the question', async () => {
    replies({ 'POST /clipboard/addresses/close': noReply() });
    await close();
    await says(news(), 'The addresses could not be closed');
    await expect.element(dialog()).toBeVisible();
  });
});

describe('installing the app', () => {
  afterEach(() => {
    window.installOffer = undefined;
  });

  test('is offered where the browser offers it, once', async () => {
    let asked = 0;
    window.installOffer = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => void (asked += 1),
    });
    await show('/account');
    await button('Install app').click();
    await expect.element(button('Install app')).not.toBeInTheDocument();
    await expect.poll(() => asked).toBe(1);
  });

  test('is explained to who has an iPhone', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    );
    await show('/account');
    await says(main(), 'Tap Share, then Add to Home Screen.');
  });

  test('is not offered otherwise', async () => {
    await show('/account');
    await says(main(), 'Your data');
    expect(button('Install app').query()).toBeNull();
  });
});

describe('reading offline', () => {
  const keep = () => page.getByRole('switch', { name: 'Keep recent clips on this device' });
  const LISTS = {
    'GET /clipboard/history': { clips: [clip('milk', { content: 'Buy milk' })], total: 1 },
    'GET /clipboard/favorites': {
      clips: [clip('gate', { content: 'Gate B7', isFavorite: true })],
      total: 1,
    },
  };
  afterEach(async () => {
    chooseKeeping(USER.id, false);
    await writeKept({ userId: '', at: '', clips: [] });
  });

  test('is turned on, which keeps what there is; and off, which keeps nothing', async () => {
    replies(LISTS);
    await show('/account');
    await keep().click();
    await expect
      .poll(async () => (await readKept(USER.id))?.clips.map(({ content }) => content).sort())
      .toEqual(['Buy milk', 'Gate B7']);
    await expect
      .poll(() => sent('GET /clipboard/history')[0]!.query)
      .toEqual({ page: 1, pageSize: 100 });
    await keep().click();
    await expect.poll(() => readKept(USER.id)).toBeNull();
  });

  const KEPT = [
    clip('milk', { content: 'Buy milk' }),
    clip('gate', { content: 'Gate B7', isFavorite: true }),
  ].map(({ id, content, isFavorite, createdAt }) => ({
    id,
    content,
    isFavorite,
    files: [],
    createdAt,
  }));
  const offline = async () => {
    // A log-in leaves nothing of the one before.
    signInAs(USER);
    chooseKeeping(USER.id, true);
    await writeKept({ userId: USER.id, at: new Date().toISOString(), clips: KEPT });
    replies({
      'GET /clipboard/history': noReply(),
      'GET /clipboard/favorites': noReply(),
      'GET /clipboard/{id}': noReply(),
      'GET /tags': noReply(),
    });
  };

  test.each([
    ['/clips', ['Buy milk', 'Gate B7']],
    ['/favorites', ['Gate B7']],
    ['/clips?search=milk', ['Buy milk']],
    ['/clips?search=nothing', []],
  ] as const)('without a reply %s shows what is kept', async (address, texts) => {
    await offline();
    await show(address);
    await says(main(), 'Offline. Showing what this device kept just now.');
    const cards = main().getByRole('article');
    await expect.element(cards).toHaveLength(texts.length);
    for (const text of texts) await says(main(), text);
  });

  test('a refusal is no lack of a connection', async () => {
    await offline();
    replies({ 'GET /clipboard/history': refuse(new ProductError('TOO_MANY_REQUESTS')) });
    await show('/clips');
    await says(main(), 'Too many requests.');
    await expect.element(main()).not.toMatchTextContent('Buy milk');
  });

  test('what another person keeps here is not shown', async () => {
    await offline();
    await show('/clips', { as: { ...USER, id: 'u2' } });
    await says(main(), 'Could not reach the server.');
    await expect.element(main()).not.toMatchTextContent('Buy milk');
  });
});
