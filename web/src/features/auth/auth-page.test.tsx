import { ProductError } from '@clipline/contract/errors.ts';
import { type ReactNode, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, StaticRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { App } from '../../app/app.tsx';
import { preload } from '../../app/preload.ts';
import { getUser, signOut } from '../../session/session.ts';
import { USER } from '../../testing/fake-browser.ts';
import {
  handle,
  later,
  noReply,
  refuse,
  replies,
  sent,
  silence,
} from '../../testing/fake-server.ts';
import {
  arrives,
  button,
  field,
  news,
  primaries,
  says,
  show,
  signInAs,
} from '../../testing/show.tsx';

const SESSION = { access_token: 'a', refresh_token: 'r', expires_at: 4_000_000_000 };
const SIGNED_OUT = { as: null };
const password = () => page.getByLabelText('Password', { exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const alert = () => page.getByRole('main').getByRole('alert');

// Where a sign-in leads to.
beforeEach(() =>
  replies({
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
    'GET /clipboard/history': { clips: [], total: 0 },
    'GET /tags': [],
    'POST /auth/invitations/check': { email: null },
    'GET /rooms': [],
  }),
);

test.each(['on', 'off'])('where mail is %s, the operator knows where links are', async (mail) => {
  document.body.dataset['mail'] = mail;
  try {
    await show('/auth', { ...SIGNED_OUT, state: { sent: 'confirmation' } });
    await expect.element(page.getByText(/^Open the link we sent/)).toBeVisible();
    const where = page.getByText(/^This server sends no mail/);
    if (mail === 'off') await expect.element(where).toBeVisible();
    else await expect.element(where).not.toBeVisible();
  } finally {
    delete document.body.dataset['mail'];
  }
});

describe('log in', () => {
  const logIn = async (email: string, secret: string) => {
    await field('Email').fill(email);
    await password().fill(secret);
    await button('Log in').click();
  };

  test.each([
    ['', '', ['Email is required', 'Password is required']],
    ['ada@', 'secret', ['Email is invalid']],
    ['ada@example.com', '', ['Password is required']],
  ])('with %j and %j nothing is sent', async (email, secret, texts) => {
    await show('/auth', SIGNED_OUT);
    await logIn(email, secret);
    for (const text of texts) await expect.element(page.getByText(text)).toBeVisible();
    expect(sent('POST /auth/login')).toEqual([]);
    const first = email.includes('.') ? password() : field('Email');
    await expect.element(first).toHaveFocus();
    await expect.element(first).toHaveAttribute('aria-invalid', 'true');
  });

  test('a field that is being put right is not told that it is wrong', async () => {
    await show('/auth', SIGNED_OUT);
    await logIn('', '');
    await field('Email').fill('a');
    await expect.element(page.getByText('Email is required')).not.toBeInTheDocument();
    await expect.element(page.getByText('Password is required')).toBeVisible();
  });

  test('sends what was typed, says so, and leads to the dashboard', async () => {
    const answer = later<{ user: typeof USER; session: typeof SESSION }>();
    handle('POST /auth/login', () => answer.reply);
    await show('/auth', SIGNED_OUT);
    await logIn(' ada@example.com ', 'secret phrase');
    await expect.element(button('Logging in...')).toBeVisible();
    answer.give({ user: USER, session: SESSION });
    await says(news(), 'Welcome back!You have successfully logged in.');
    await expect
      .poll(() => sent('POST /auth/login').map(({ body }) => body))
      .toEqual([{ email: 'ada@example.com', password: 'secret phrase' }]);
    await arrives('/dashboard');
    expect(getUser()).toEqual(USER);
  });

  test('leads back to where the guard was', async () => {
    replies({ 'POST /auth/login': { user: USER, session: SESSION } });
    await show('/rooms', SIGNED_OUT);
    await arrives('/auth');
    await logIn('ada@example.com', 'secret phrase');
    await arrives('/rooms');
    await expect.element(heading('Rooms')).toBeVisible();
  });

  test.each([
    ['INVALID_CREDENTIALS', 'Invalid credentials'],
    ['ACCOUNT_DISABLED', undefined],
    ['TOO_MANY_REQUESTS', 'Too many requests. Please try again later.'],
  ] as const)('%s is said above the fields', async (code, text) => {
    const error = new ProductError(code);
    replies({ 'POST /auth/login': refuse(error) });
    await show('/auth', SIGNED_OUT);
    await logIn('ada@example.com', 'secret phrase');
    await says(alert(), text ?? error.message);
    await expect.element(field('Email')).toHaveValue('ada@example.com');
    await expect.poll(() => getUser()).toBeNull();
  });

  test.each([
    [401, 'Invalid credentials'],
    [400, 'Invalid request'],
    [500, 'Server error'],
    [503, 'Login failed'],
  ])('a %i without a text of its own: %s', async (status, text) => {
    handle('POST /auth/login', () => new Response('<h1>proxy</h1>', { status }));
    await show('/auth', SIGNED_OUT);
    await logIn('ada@example.com', 'secret phrase');
    await says(alert(), text);
  });

  test('a reply without a session is a failure', async () => {
    handle('POST /auth/login', () => Response.json({ user: USER }));
    await show('/auth', SIGNED_OUT);
    await logIn('ada@example.com', 'secret phrase');
    await says(alert(), 'No session data received');
  });

  test('an address that is not confirmed is told how to get another mail', async () => {
    replies({ 'POST /auth/login': refuse(new ProductError('EMAIL_NOT_CONFIRMED')) });
    await show('/auth', SIGNED_OUT);
    await logIn('ada@example.com', 'secret phrase');
    await alert().getByRole('link').click();
    await arrives('/auth?mode=register');
    await expect.element(field('Email')).toHaveValue('ada@example.com');
  });

  test('no server: says what to do', async () => {
    replies({ 'POST /auth/login': noReply() });
    await show('/auth', SIGNED_OUT);
    await logIn('ada@example.com', 'secret phrase');
    await says(alert(), 'Could not reach the server. Check your connection and try again.');
  });
});

describe('sign up', () => {
  const fill = async (values: Partial<Record<'name' | 'email' | 'one' | 'two', string>>) => {
    const { name = 'Ada', email = 'ada@example.com', one = 'long enough', two = one } = values;
    await field('Name').fill(name);
    await field('Email').fill(email);
    await password().fill(one);
    await page.getByLabelText('Confirm password', { exact: true }).fill(two);
    await button('Create account').click();
  };

  test.each([
    [{ name: '  ' }, 'Name is required'],
    [{ name: 'a'.repeat(101) }, 'At most 100 characters.'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'ada' }, 'Email is invalid'],
    [{ one: '' }, 'Password is required'],
    [{ one: 'seven77' }, 'Password must be at least 8 characters'],
    [{ two: 'another one' }, 'Passwords do not match'],
  ])('%o: %s', async (values, text) => {
    await show('/auth?mode=register', SIGNED_OUT);
    await fill(values);
    await expect.element(page.getByText(text)).toBeVisible();
    expect(sent('POST /auth/register')).toEqual([]);
  });

  test('sends it, and comes back to the log-in with the address', async () => {
    replies({ 'POST /auth/register': { message: 'Please check your email' } });
    await show('/auth?mode=register', SIGNED_OUT);
    await fill({ name: ' Ada ' });
    await says(news(), 'Account created!');
    await arrives('/auth');
    await expect.element(field('Email')).toHaveValue('ada@example.com');
    await expect
      .poll(() => sent('POST /auth/register')[0]!.body)
      .toEqual({
        name: 'Ada',
        email: 'ada@example.com',
        password: 'long enough',
      });
  });

  test('the first of several that are wrong has the focus', async () => {
    await show('/auth?mode=register', SIGNED_OUT);
    await fill({ name: '  ', email: '', one: '' });
    await expect.element(field('Name')).toHaveFocus();
  });

  test.each([
    [400, 'Invalid request'],
    [500, 'Server error'],
    [503, 'Registration failed'],
  ])('what the server refuses by %i stays on the form', async (status, text) => {
    handle('POST /auth/register', () => new Response('', { status }));
    await show('/auth?mode=register', SIGNED_OUT);
    await fill({});
    await says(alert(), text);
    await expect.element(field('Name')).toHaveValue('Ada');
  });
});

describe('where not everybody may sign up', () => {
  const { dataset } = document.documentElement;
  afterEach(() => {
    for (const name of ['registration', 'passwords', 'oidc']) delete dataset[name];
  });
  const fill = async () => {
    await field('Name').fill('Ada');
    await field('Email').fill('ada@example.com');
    await password().fill('long enough');
    await page.getByLabelText('Confirm password', { exact: true }).fill('long enough');
    await button('Create account').click();
  };

  test.each([
    ['invited', 'This server is by invitation. Ask whoever runs it for a link.'],
    ['closed', 'Sign-ups are closed on this server.'],
  ])('%s: a sentence stands in place of the form', async (registration, text) => {
    dataset['registration'] = registration;
    await show('/auth?mode=register', SIGNED_OUT);
    await says(page.getByRole('main'), text);
    expect(field('Name').query()).toBeNull();
    await page.getByRole('link', { name: 'Log in' }).click();
    await arrives('/auth?mode=login');
    await expect.element(page.getByRole('link', { name: 'Sign up' })).not.toBeInTheDocument();
  });

  test('an invitation for the address lets in at once, without a word', async () => {
    dataset['registration'] = 'invited';
    replies({ 'POST /auth/register': { message: 'Welcome', user: USER, session: SESSION } });
    await show('/auth?mode=register#invitation=secretsecretsecretsecr', SIGNED_OUT);
    await expect.element(heading('You are invited')).toBeVisible();
    await arrives('/auth?mode=register');
    await fill();
    await arrives('/dashboard');
    expect(sent('POST /auth/register')[0]!.body).toMatchObject({
      invitation: 'secretsecretsecretsecr',
    });
    expect(getUser()).toEqual(USER);
    expect(news().query()?.textContent ?? '').toBe('');
  });

  test('one that is over shows its sentence and no form', async () => {
    replies({ 'POST /auth/invitations/check': refuse(new ProductError('INVITATION_OVER')) });
    await show('/auth?mode=register#invitation=secretsecretsecretsecr', SIGNED_OUT);
    await says(page.getByRole('main'), new ProductError('INVITATION_OVER').message);
    expect(field('Name').query()).toBeNull();
    await expect.element(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  });

  test('the address that it is for stands in the form', async () => {
    replies({ 'POST /auth/invitations/check': { email: 'ada@example.com' } });
    await show('/auth?mode=register#invitation=secretsecretsecretsecr', SIGNED_OUT);
    await expect.element(field('Email')).toHaveValue('ada@example.com');
  });

  test('one that is opened while signed in says so', async () => {
    replies({
      'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
      'GET /clipboard/history': { clips: [], total: 0 },
    });
    await show('/auth?mode=register#invitation=secretsecretsecretsecr');
    await says(news(), 'You are signed in already');
    await arrives('/dashboard');
  });

  test.each([
    '#invitation=secretsecretsecretsecr%20',
    '%23invitation=secretsecretsecretsecr',
    '#invitation=secretsecretsecretsecr&utm_source=mail',
  ])('what programs make of its link leads to it: %s', async (rest) => {
    replies({ 'POST /auth/register': { message: 'Please check your email' } });
    await show(`/auth?mode=register${rest}`, SIGNED_OUT);
    await expect.element(heading('You are invited')).toBeVisible();
    await fill();
    await arrives('/auth');
    expect(sent('POST /auth/register')[0]!.body).toMatchObject({
      invitation: 'secretsecretsecretsecr',
    });
  });

  test('one for whoever has it is followed by the mail', async () => {
    replies({ 'POST /auth/register': { message: 'Please check your email' } });
    await show('/auth?mode=register#invitation=secretsecretsecretsecr', SIGNED_OUT);
    await fill();
    await says(news(), 'Account created!');
    await arrives('/auth');
  });

  test.each(['INVITATION_OVER', 'INVITATION_OTHER_ADDRESS', 'REGISTRATION_CLOSED'] as const)(
    '%s stays on the form',
    async (code) => {
      replies({ 'POST /auth/register': refuse(new ProductError(code)) });
      await show('/auth?mode=register#invitation=secretsecretsecretsecr', SIGNED_OUT);
      await fill();
      await says(alert(), new ProductError(code).message);
      await expect.element(field('Name')).toHaveValue('Ada');
    },
  );

  test('an address that was added to a room may try', async () => {
    dataset['registration'] = 'invited';
    await show('/auth?mode=register&email=ada%40example.com', SIGNED_OUT);
    await expect.element(field('Email')).toHaveValue('ada@example.com');
  });
});

describe('the mail after sign-up', () => {
  test('is sent again with what was typed, as long as the page knows it', async () => {
    replies({ 'POST /auth/register': { message: 'Please check your email' } });
    await show('/auth?mode=register', SIGNED_OUT);
    await field('Name').fill('Ada');
    await field('Email').fill('ada@example.com');
    await password().fill('long enough');
    await page.getByLabelText('Confirm password', { exact: true }).fill('long enough');
    await button('Create account').click();
    await says(page.getByRole('main'), 'Open the link we sent to ada@example.com');
    await button('Send again').click();
    await says(news(), 'Sent again');
    const [first, again] = sent('POST /auth/register');
    expect(again!.body).toEqual(first!.body);
    replies({ 'POST /auth/register': refuse(new ProductError('TOO_MANY_REQUESTS')) });
    await button('Send again').click();
    await says(news(), 'Too many requests. Please try again later.');
  });
});

describe('single sign-on', () => {
  const { dataset } = document.documentElement;
  beforeEach(() => {
    dataset['oidc'] = 'Authentik';
  });
  afterEach(() => {
    delete dataset['oidc'];
    delete dataset['passwords'];
  });
  const way = () => page.getByRole('link', { name: 'Continue with Authentik' });

  test('stands first, and comes back to where the guard was', async () => {
    await show('/rooms', SIGNED_OUT);
    await expect.element(way()).toHaveAttribute('href', '/api/auth/oidc?next=%2Frooms');
    await expect.element(button('Log in')).toBeVisible();
  });

  test('without passwords there is nothing else', async () => {
    dataset['passwords'] = 'off';
    await show('/auth?mode=register', SIGNED_OUT);
    await expect.element(way()).toBeVisible();
    expect(field('Email').query()).toBeNull();
    await expect.poll(primaries).toEqual(['Continue with Authentik']);
  });

  test('takes an invitation along', async () => {
    await show('/auth?mode=register#invitation=secretsecretsecretsecr', SIGNED_OUT);
    await expect
      .element(way())
      .toHaveAttribute('href', '/api/auth/oidc?invitation=secretsecretsecretsecr');
  });

  test('a code signs in once, without a word', async () => {
    replies({ 'POST /auth/oidc': { user: USER, session: SESSION } });
    await show('/auth#oidc=code&next=%2Frooms', SIGNED_OUT);
    await arrives('/rooms');
    expect(sent('POST /auth/oidc').map(({ body }) => body)).toEqual([{ code: 'code' }]);
    expect(news().query()?.textContent ?? '').toBe('');
  });

  test('it leads nowhere but into the app', async () => {
    replies({ 'POST /auth/oidc': { user: USER, session: SESSION } });
    await show('/auth#oidc=code&next=%2F%2Fevil.example', SIGNED_OUT);
    await arrives('/dashboard');
  });

  test.each([
    'OIDC_CODE_INVALID',
    'OIDC_EMAIL',
    'OIDC_EMAIL_TAKEN',
    'REGISTRATION_INVITED',
    'ACCOUNT_DISABLED',
  ] as const)('%s is said below the way', async (code) => {
    replies({ 'POST /auth/oidc': refuse(new ProductError(code)) });
    await show('/auth#oidc=code', SIGNED_OUT);
    await says(alert(), new ProductError(code).message);
    await arrives('/auth');
    await expect.element(way()).toBeVisible();
  });

  test.each(['OIDC_DENIED', 'OIDC_FAILED', 'OIDC_UNAVAILABLE'] as const)(
    '%s in the address has its sentence',
    async (code) => {
      await show(`/auth#oidc_error=${code}`, SIGNED_OUT);
      await says(alert(), new ProductError(code).message);
      await arrives('/auth');
    },
  );

  test('whatever else stands there, no foreign text is shown', async () => {
    await show('/auth#oidc_error=Send%20money', SIGNED_OUT);
    await says(alert(), 'The sign-in failed. Please try again.');
  });
});

test.each([
  '/auth',
  '/auth#oidc_error=OIDC_FAILED',
  '/auth#oidc=code',
  '/auth?mode=register#invitation=secretsecretsecretsecr',
  '/auth?mode=forgot',
])('%s takes over the page that was made ahead as it is', async (address) => {
  handle('POST /auth/oidc', silence);
  signOut(null);
  await preload('/auth');
  const at = (router: ReactNode) => <StrictMode>{router}</StrictMode>;
  // Outside the document, where no translator is faster.
  const root = document.createElement('div');
  root.innerHTML = renderToString(
    at(
      <StaticRouter location="/auth">
        <App />
      </StaticRouter>,
    ),
  );
  const told: unknown[] = [];
  const app = hydrateRoot(
    root,
    at(
      <MemoryRouter initialEntries={[address]}>
        <App />
      </MemoryRouter>,
    ),
    { onRecoverableError: (error) => told.push(error) },
  );
  await expect.poll(() => root.querySelector('.boot-login')).toBeNull();
  expect(told).toEqual([]);
  app.unmount();
});

describe('forgot password', () => {
  test('asks for a link, and says where to look for it', async () => {
    replies({ 'POST /auth/forgot-password': { message: 'Sent' } });
    await show('/auth', SIGNED_OUT);
    await field('Email').fill('ada@example.com');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await arrives('/auth?mode=forgot');
    await expect.element(field('Email')).toHaveValue('ada@example.com');
    await page.getByRole('main').getByRole('button').last().click();
    await says(news(), 'Password reset email sent');
    await says(news(), 'Check your inbox for instructions to reset your password.');
    await arrives('/auth');
    await expect
      .poll(() => sent('POST /auth/forgot-password')[0]!.body)
      .toEqual({ email: 'ada@example.com' });
  });

  test('a failure is a toast', async () => {
    handle('POST /auth/forgot-password', () => new Response('', { status: 400 }));
    await show('/auth?mode=forgot', SIGNED_OUT);
    await field('Email').fill('ada@example.com');
    await page.getByRole('main').getByRole('button').last().click();
    await says(news(), 'Failed to send password reset email');
    await expect.element(heading('Forgot your password?')).toBeVisible();
  });

  test.each([
    ['', 'Email is required'],
    ['ada', 'Email is invalid'],
  ])('%j: %s', async (email, text) => {
    await show('/auth?mode=forgot', SIGNED_OUT);
    await field('Email').fill(email);
    await page.getByRole('main').getByRole('button').last().click();
    await expect.element(page.getByText(text)).toBeVisible();
  });
});

describe('the guard of this screen', () => {
  test('leads on at once where one is signed in already', async () => {
    await show('/auth');
    await arrives('/dashboard');
  });

  test('leads on after a sign-in here in another tab', async () => {
    await show('/auth', SIGNED_OUT);
    await expect.element(button('Log in')).toBeVisible();
    signInAs();
    await arrives('/dashboard');
  });
});
