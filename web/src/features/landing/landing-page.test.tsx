import { ProductError } from '@clipline/contract/errors.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getUser } from '../../session/session.ts';
import { handle, later, noReply, refuse, replies, sent } from '../../testing/fake-server.ts';
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

test('the bar has a ground once the page is scrolled, and leads to each part', async () => {
  await show('/', { as: null });
  const ground = () => getComputedStyle(banner().element()).backgroundColor;
  await expect.poll(ground).toBe('rgba(0, 0, 0, 0)');
  window.scrollTo(0, 11);
  await expect.poll(ground).not.toBe('rgba(0, 0, 0, 0)');
  const ways = banner().getByRole('navigation').getByRole('link').elements();
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    'Features',
    'How it works',
    'Pricing',
    'Testimonials',
  ]);
  for (const way of ways) {
    const part = document.querySelector<HTMLElement>(way.getAttribute('href')!)!;
    part.scrollIntoView();
    // Its heading is not behind the bar.
    const heading = part.querySelector('h2')!.getBoundingClientRect().top;
    expect(heading).toBeGreaterThanOrEqual(banner().element().getBoundingClientRect().bottom);
    expect(heading).toBeLessThan(400);
  }
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

  test('the payment page is gone to', async () => {
    const left: string[] = [];
    const stay = (event: Event & { destination: { url: string } }) => {
      event.preventDefault();
      left.push(event.destination.url);
    };
    const { navigation } = window as unknown as { navigation: EventTarget };
    navigation.addEventListener('navigate', stay as never);
    onTestFinished(() => navigation.removeEventListener('navigate', stay as never));
    const answer = later<{ url: string }>();
    handle('POST /stripe/checkout', () => answer.reply);
    await show('/');
    await button('Choose Pro').click();
    await expect.element(button('Redirecting...')).toBeVisible();
    answer.give({ url: `${location.origin}/pay` });
    await expect.poll(() => left).toEqual([`${location.origin}/pay`]);
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

test('voices move on every five seconds, and rest while one is there', async () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia.call(window, query === '(prefers-reduced-motion: reduce)' ? 'not all' : query),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await show('/', { as: null });
  await expect.element(button('Pause')).toBeInTheDocument();
  const voices = main().getByRole('group', { name: 'Testimonials' });
  const current = () => voices.element().querySelector('[aria-current=true]')?.ariaLabel;
  const pause = button('Pause').element() as HTMLElement;
  // The pointer is where a test before left it, which may be at a slide.
  await userEvent.hover(banner());
  await vi.advanceTimersByTimeAsync(4900);
  expect(current()).toBe('Show testimonial 1');
  await vi.advanceTimersByTimeAsync(200);
  await expect.poll(current).toBe('Show testimonial 2');
  pause.focus();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(current()).toBe('Show testimonial 2');
  pause.blur();
  await vi.advanceTimersByTimeAsync(5100);
  await expect.poll(current).toBe('Show testimonial 3');
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
  // The prices stand below it, as information: nothing is struck out and nothing can be bought.
  await says(plan('Basic'), '$9');
  expect(plan('Basic').element().getBoundingClientRect().top).toBeGreaterThan(
    free.element().getBoundingClientRect().bottom,
  );
  expect(button('Choose Basic').query()).toBeNull();
  await expect
    .element(page.getByText('Where plans are sold: 7-day free trial, no credit card'))
    .toBeVisible();
  for (const words of ['Free for 7 days, no credit card', 'Please log in to purchase a plan'])
    await expect.element(page.getByText(words).first()).not.toBeVisible();
});
