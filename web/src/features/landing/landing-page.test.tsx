import { ProductError } from '@clipline/contract/errors.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getUser } from '../../session/session.ts';
import { noReply, refuse, replies, sent } from '../../testing/fake-server.ts';
import { arrives, button, field, main, news, says, show } from '../../testing/show.tsx';

const banner = () => page.getByRole('banner');
const plan = (name: string) => main().getByRole('article', { name });

beforeEach(async () => {
  await page.viewport(1280, 800);
  document.body.dataset['billing'] = 'on';
});
afterEach(() => {
  document.body.dataset['billing'] = 'off';
});

describe('a visitor', () => {
  test('is told what it is, and led to sign up', async () => {
    await show('/', { as: null });
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Clipboard Anywhere, Instantly' }))
      .toBeVisible();
    await expect
      .element(banner().getByRole('link', { name: 'Login' }))
      .toHaveAttribute('href', '/auth?mode=login');
    await banner().getByRole('link', { name: 'Sign Up' }).click();
    await arrives('/auth?mode=register');
  });

  test('what they type into the window turns up on the phone', async () => {
    await show('/', { as: null });
    await field('Try it: type here').fill('Platform 9');
    await expect.poll(() => page.getByText('Platform 9').all().length).toBeGreaterThan(0);
    await says(main(), 'Synced');
  });

  test('buys nothing before they log in', async () => {
    await show('/', { as: null });
    const choose = plan('Pro').getByRole('button', { name: 'Choose Pro' });
    await expect.element(choose).toBeDisabled();
    await expect.element(choose).toHaveAccessibleDescription('Please log in to purchase a plan');
  });
});

describe('a person who is signed in', () => {
  test('has the way to their clips, and out', async () => {
    replies({ 'POST /auth/logout': { message: 'Bye' } });
    await show('/');
    await expect
      .element(banner().getByRole('link', { name: 'Dashboard' }))
      .toHaveAttribute('href', '/dashboard');
    await banner().getByRole('button', { name: 'Logout' }).click();
    await arrives('/auth');
    await says(news(), 'Logged out successfully');
    await expect.poll(() => getUser()).toBeNull();
  });

  test('a log-out that fails says so', async () => {
    replies({ 'POST /auth/logout': noReply() });
    await show('/');
    await banner().getByRole('button', { name: 'Logout' }).click();
    await says(news(), 'Logout failed');
    expect(getUser()).not.toBeNull();
  });
});

describe('prices', () => {
  test('are by the month or by the year', async () => {
    await show('/', { as: null });
    await says(plan('Basic'), 'Billed monthly');
    await says(plan('Basic'), 'Not included: Basic sharing');
    await says(plan('Advanced'), 'Team collaboration');
    await main().getByRole('radio', { name: 'Yearly' }).click();
    await says(plan('Basic'), 'Billed annually');
  });

  test.each([
    ['Monthly', { plan: 'pro' }],
    ['Yearly', { plan: 'pro', interval: 'yearly' }],
  ])('%s: the payment page is asked for; a failure is told', async (interval, body) => {
    const alert = vi.spyOn(window, 'alert').mockReturnValue();
    replies({ 'POST /stripe/checkout': refuse(new ProductError('PAYMENT_SERVICE_FAILED')) });
    await show('/');
    await main().getByRole('radio', { name: interval }).click();
    await button('Choose Pro').click();
    await expect
      .poll(() => alert.mock.calls)
      .toEqual([['Failed to start checkout. Please try again.']]);
    await expect.poll(() => sent('POST /stripe/checkout')[0]!.body).toEqual(body);
    // It can be tried again.
    await expect.element(button('Choose Pro')).toBeEnabled();
  });

  test('an address that is no page is not followed', async () => {
    const alert = vi.spyOn(window, 'alert').mockReturnValue();
    replies({ 'POST /stripe/checkout': { url: 'javascript:alert(1)' } });
    await show('/');
    await button('Choose Basic').click();
    await expect.poll(() => alert.mock.calls.length).toBe(1);
  });

  test('after turning back from paying it says that nothing was charged', async () => {
    await show('/?checkout=canceled#pricing');
    await says(main(), 'The payment was canceled. Nothing was charged');
  });
});

test('voices are leafed through by their buttons', async () => {
  await show('/', { as: null });
  const slide = (number: number) => page.getByRole('group', { name: `${number} of 4` });
  await expect.element(slide(1)).toBeVisible();
  await button('Show testimonial 3').click();
  await expect.element(button('Show testimonial 3')).toHaveAttribute('aria-current', 'true');
  await expect.element(slide(3)).toBeVisible();
  await expect.element(slide(1)).not.toBeInTheDocument();
});

test('the theme is turned, and kept', async () => {
  await show('/', { as: null });
  const theme = () => document.documentElement.dataset['theme'];
  await banner().getByRole('button', { name: /theme/ }).click();
  const first = theme();
  expect(first).toMatch(/^(light|dark)$/);
  await userEvent.keyboard('{Enter}');
  await expect.poll(theme).toBe(first === 'dark' ? 'light' : 'dark');
});

test('the offer of a server that sells nothing promises no support', async () => {
  document.body.dataset['billing'] = 'off';
  await show('/', { as: null });
  const free = main().getByRole('article', { name: 'Everything, free on this server' });
  await says(free, 'Team collaboration');
  await expect.element(free).not.toMatchTextContent('Priority support');
});
