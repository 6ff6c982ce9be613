import { type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getUser } from '../../session/session.ts';
import { expectAccessible } from '../../testing/accessible.ts';
import { USER } from '../../testing/fake-browser.ts';
import { handle, noReply, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { connected, tell } from '../../testing/fake-socket.ts';
import { arrives, button, dialog, FEATURES, field, news, says, show } from '../../testing/show.tsx';

const SESSION = { access_token: 'a', refresh_token: 'r', expires_at: 4_000_000_000 };
const SIGNED_IN = { user: USER, session: SESSION };
const SIGNED_OUT = { as: null };
const LATER = '2099-01-01T00:00:00.000Z';
const whole = () => page.getByRole('main');
const failing = (code: ErrorCode) => refuse(new ProductError(code));

beforeEach(() =>
  replies({
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
    'GET /clipboard/history': { clips: [], total: 0 },
    'GET /clipboard/favorites': { clips: [], total: 0 },
    'GET /rooms': [],
  }),
);

describe('the first account', () => {
  beforeEach(() => replies({ 'POST /auth/setup/check': new Response(null, { status: 204 }) }));
  const fill = async (name: string, email: string, password: string) => {
    await field('Name').fill(name);
    await field('Email').fill(email);
    await page.getByLabelText('Password', { exact: true }).fill(password);
    await button('Create the first account').click();
  };

  test('three fields, and one is in, without a word', async () => {
    replies({ 'POST /auth/setup': { ...SIGNED_IN, user: { ...USER, isAdmin: true } } });
    await show('/setup#token=secretsecretsecretsecr', SIGNED_OUT);
    await expect.element(field('Name')).toBeVisible();
    await expectAccessible();
    await arrives('/setup');
    await fill(' Ada ', ' ada@example.com ', 'long enough');
    await arrives('/dashboard');
    expect(sent('POST /auth/setup')[0]!.body).toEqual({
      token: 'secretsecretsecretsecr',
      name: 'Ada',
      email: 'ada@example.com',
      password: 'long enough',
    });
    expect(getUser()?.isAdmin).toBe(true);
    expect(news().query()?.textContent ?? '').toBe('');
  });

  test.each([
    ['', 'ada@example.com', 'long enough', 'Name is required'],
    ['Ada', 'ada', 'long enough', 'Email is invalid'],
    ['Ada', 'ada@example.com', 'seven77', 'Password must be at least 8 characters'],
  ])('%j, %j and %j: %s', async (name, email, password, text) => {
    await show('/setup#token=secretsecretsecretsecr', SIGNED_OUT);
    await fill(name, email, password);
    await says(whole(), text);
    expect(sent('POST /auth/setup')).toEqual([]);
  });

  test.each(['SETUP_OVER', 'INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'] as const)(
    '%s is said, and what was typed stays',
    async (code) => {
      replies({ 'POST /auth/setup': failing(code) });
      await show('/setup#token=secretsecretsecretsecr', SIGNED_OUT);
      await fill('Ada', 'ada@example.com', 'long enough');
      await says(whole().getByRole('alert'), new ProductError(code).message);
      await expect.element(field('Name')).toHaveValue('Ada');
    },
  );

  test.each([
    '/setup#token=secretsecretsecretsecr&utm_source=mail',
    '/setup%23token=secretsecretsecretsecr%20',
  ])('what programs make of the link leads to it: %s', async (address) => {
    replies({ 'POST /auth/setup': SIGNED_IN });
    await show(address, SIGNED_OUT);
    await fill('Ada', 'ada@example.com', 'long enough');
    await arrives('/dashboard');
    expect(sent('POST /auth/setup')[0]!.body.token).toBe('secretsecretsecretsecr');
  });

  test('a link that is over shows no form', async () => {
    replies({ 'POST /auth/setup/check': failing('SETUP_OVER') });
    await show('/setup#token=secretsecretsecretsecr', SIGNED_OUT);
    await says(whole(), 'This link is no longer valid. Start the server again for a new one.');
    expect(field('Name').query()).toBeNull();
  });

  test('without a token there is no form', async () => {
    await show('/setup', SIGNED_OUT);
    await says(whole(), 'This link is no longer valid. Start the server again for a new one.');
    expect(field('Name').query()).toBeNull();
  });
});

describe('the device that scanned', () => {
  const asked = () =>
    replies({
      'GET /auth/handover': { as: 'a•••@example.com', expiresAt: LATER },
      'POST /auth/handover/claim': { claim: 'claim', code: '42', expiresAt: LATER },
    });

  test('asks before, shows the number, and is in', async () => {
    asked();
    const answers = [failing('AUTHORIZATION_PENDING'), noReply(), SIGNED_IN];
    handle('POST /auth/handover/session', () => answers.shift()!);
    await show('/handover#secret', SIGNED_OUT);
    await says(whole(), 'Sign in on this device as a•••@example.com?');
    await arrives('/handover');
    expect(sent('GET /auth/handover')[0]!.headers).toMatchObject({ 'x-handover-token': 'secret' });
    expect(sent('POST /auth/handover/claim')).toEqual([]);
    await button('Continue').click();
    await says(whole(), '42');
    await says(whole(), 'Allow it on your computer');
    await arrives('/dashboard');
    expect(sent('POST /auth/handover/claim')[0]!.body).toEqual({ token: 'secret' });
    expect(sent('POST /auth/handover/session')[0]!.body).toEqual({ claim: 'claim' });
    expect(getUser()).toEqual(USER);
    expect(news().query()?.textContent ?? '').toBe('');
  });

  test.each(['/handover#secret%20', '/handover#secret&utm_source=mail', '/handover%23secret'])(
    'what programs make of the link leads to it: %s',
    async (address) => {
      asked();
      await show(address, SIGNED_OUT);
      await says(whole(), 'Sign in on this device as a•••@example.com?');
      expect(sent('GET /auth/handover').map(({ headers }) => headers['x-handover-token'])).toEqual([
        'secret',
      ]);
    },
  );

  test('a reload goes on with what was claimed, for two minutes', async () => {
    asked();
    replies({ 'POST /auth/handover/session': failing('AUTHORIZATION_PENDING') });
    const first = await show('/handover#secret', SIGNED_OUT);
    await button('Continue').click();
    await says(whole(), '42');
    await first.unmount();
    const second = await show('/handover#secret', SIGNED_OUT);
    await says(whole(), '42');
    await second.unmount();
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
    const third = await show('/handover#secret', SIGNED_OUT);
    await says(whole(), 'Sign in on this device as');
    later.mockRestore();
    await third.unmount();
    await show('/handover#another', SIGNED_OUT);
    await says(whole(), 'Sign in on this device as');
    expect(sent('POST /auth/handover/claim')).toHaveLength(1);
  });

  test('offers to install the app where that can be done', async () => {
    asked();
    replies({ 'POST /auth/handover/session': SIGNED_IN });
    window.installOffer = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => undefined,
    });
    await show('/handover#secret', SIGNED_OUT);
    await button('Continue').click();
    await says(whole(), 'You are in');
    await expect.element(button('Install app')).toBeVisible();
    await button('Open my clips').click();
    await arrives('/dashboard');
  });

  test.each([
    ['ACCESS_DENIED', 'Your computer refused.'],
    ['EXPIRED_TOKEN', 'This code is no longer valid.'],
  ] as const)('%s ends it', async (code, text) => {
    asked();
    replies({ 'POST /auth/handover/session': failing(code) });
    await show('/handover#secret', SIGNED_OUT);
    await button('Continue').click();
    await says(whole(), text);
    await expect.poll(() => getUser()).toBeNull();
  });

  test.each(['GET /auth/handover', 'POST /auth/handover/claim'] as const)(
    'a code that is over: %s',
    async (name) => {
      asked();
      replies({ [name]: failing('HANDOVER_NOT_FOUND') });
      await show('/handover#secret', SIGNED_OUT);
      if (name.startsWith('POST')) await button('Continue').click();
      await says(whole(), 'This code is no longer valid. Show a new one.');
    },
  );

  test('without a code there is nothing to ask', async () => {
    await show('/handover', SIGNED_OUT);
    await says(whole(), 'This code is no longer valid. Show a new one.');
  });

  test('whoever cancels is not signed in later', async () => {
    asked();
    replies({ 'POST /auth/handover/session': failing('AUTHORIZATION_PENDING') });
    await show('/handover#secret', SIGNED_OUT);
    await button('Continue').click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await arrives('/');
  });
});

describe('the code on the computer', () => {
  const FROM_NETWORK = {
    ...FEATURES,
    origins: ['http://192.168.1.5:3000', 'http://nas.local:3000'],
  };
  const HANDOVER = { id: 'h', url: 'https://x.example/handover#secret', expiresAt: LATER };
  const stands = (state: 'open' | 'claimed' | 'allowed' | 'refused') =>
    handle('GET /auth/handover/{id}', () => ({
      id: 'h',
      state,
      device: state === 'open' ? null : 'Chrome on Android',
      code: state === 'open' ? null : '42',
      expiresAt: LATER,
    }));
  const open = async () => {
    await page.viewport(1280, 800);
    await show('/dashboard');
    await button('Show code').click();
  };
  const claimed = async () => {
    stands('open');
    await open();
    await connected();
    await says(dialog(), 'Scan this with your phone’s camera');
    stands('claimed');
    tell('handover:claimed', { id: 'h', device: 'Chrome on Android', code: '42' });
    await says(dialog(), 'Allow “Chrome on Android” to sign in as you?');
  };

  const signedIn = (id: string, current: boolean) => ({
    id,
    current,
    device: current ? 'Chrome on macOS' : 'Chrome on Android',
    name: null,
    createdAt: '2026-01-02T03:04:05.000Z',
    by: null,
    lastUsedAt: '2026-01-02T03:00:00.000Z',
  });
  const MINE = signedIn('s1', true);
  beforeEach(() =>
    replies({
      'POST /auth/handover': HANDOVER,
      'GET /account/sessions': [MINE],
      'GET /features': FROM_NETWORK,
    }),
  );
  afterEach(() => page.viewport(414, 896));

  test('stands with the time that is left', async () => {
    stands('open');
    await open();
    await expect.element(page.getByRole('img', { name: 'Code for your phone' })).toBeVisible();
    await says(dialog(), /Good for [12]:\d\d/);
    await expect.element(dialog().getByRole('progressbar')).toHaveAttribute('max', '1');
  });

  const code = () => page.getByRole('img', { name: 'Code for your phone' });

  test('begins with an address that a phone reaches, and offers the others', async () => {
    replies({ 'GET /features': FROM_NETWORK });
    stands('open');
    await open();
    await says(dialog(), 'This address works while this computer keeps it.');
    await expect.element(code()).toBeVisible();
    const first = code().element().innerHTML;
    await button('nas.local:3000').click();
    await expect.element(button('192.168.1.5:3000')).toBeVisible();
    expect(code().element().innerHTML).not.toBe(first);
    await button('192.168.1.5:3000').click();
    await expect.poll(() => code().element().innerHTML).toBe(first);
  });

  test('where a phone reaches nothing there is no code, but what to set', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    replies({ 'GET /features': FEATURES });
    stands('open');
    await open();
    await says(dialog(), 'A phone cannot reach localhost.');
    await says(dialog(), /PUBLIC_URL=http:\/\/192\.168\.1\.5:\d+ npm start/);
    await expect.element(code()).not.toBeInTheDocument();
    await button('Copy: PUBLIC_URL').click();
    expect(copied).toHaveBeenCalledWith(expect.stringMatching(/^PUBLIC_URL=/));
  });

  test('asks with the number, and no answer has focus', async () => {
    await claimed();
    await says(dialog(), 'It shows');
    await says(dialog(), '42');
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^It shows.*42$/);
    await userEvent.keyboard('{Enter}');
    expect(sent('POST /auth/handover/{id}/decision')).toEqual([]);
  });

  test('says that it is signed in once it is', async () => {
    replies({ 'POST /auth/handover/{id}/decision': new Response(null, { status: 204 }) });
    await claimed();
    await button('Allow').click();
    await says(dialog(), 'Chrome on Android may come in');
    expect(dialog().getByText('is signed in').query()).toBeNull();
    replies({ 'GET /account/sessions': [MINE, signedIn('s2', false)] });
    await says(dialog(), 'Chrome on Android is signed in');
  });

  test.each([
    ['Allow', true, 'Chrome on Android may come in'],
    ['Refuse', false, '“Chrome on Android” was refused.'],
  ])('%s', async (verb, allow, text) => {
    replies({ 'POST /auth/handover/{id}/decision': new Response(null, { status: 204 }) });
    await claimed();
    await button(verb).click();
    await says(dialog(), text);
    expect(sent('POST /auth/handover/{id}/decision')[0]).toMatchObject({
      params: { id: 'h' },
      body: { allow },
    });
  });

  test('closing the question is no', async () => {
    replies({ 'POST /auth/handover/{id}/decision': new Response(null, { status: 204 }) });
    await claimed();
    await userEvent.keyboard('{Escape}');
    await expect
      .poll(() => sent('POST /auth/handover/{id}/decision')[0]?.body)
      .toEqual({ allow: false });
  });

  test('an answer that does not arrive is told, and can be given again', async () => {
    replies({ 'POST /auth/handover/{id}/decision': noReply() });
    await claimed();
    await button('Allow').click();
    await says(news(), 'Your answer did not arrive');
    await expect.element(button('Allow')).toBeEnabled();
  });

  test('one that is over can be had anew', async () => {
    handle('GET /auth/handover/{id}', () => failing('HANDOVER_NOT_FOUND'));
    await open();
    await says(dialog(), 'This code is no longer valid. Show a new one.');
    stands('open');
    replies({ 'POST /auth/handover': { ...HANDOVER, id: 'h2' } });
    await button('Show a new code').click();
    await says(dialog(), 'Press Continue there');
  });

  test('one that is over is asked for no more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    stands('open');
    await open();
    await says(dialog(), 'Press Continue there');
    const asked = () => sent('GET /auth/handover/{id}').length;
    const before = asked();
    handle('GET /auth/handover/{id}', () => failing('HANDOVER_NOT_FOUND'));
    await vi.advanceTimersByTimeAsync(5000);
    await says(dialog(), 'This code is no longer valid. Show a new one.');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(before + 1);
  });

  test('too many at once, and one on its way', async () => {
    replies({ 'POST /auth/handover': refuse(new ProductError('TOO_MANY_HANDOVERS', { max: 5 })) });
    await open();
    await says(dialog(), 'At most 5 codes can be open at once.');
    handle('POST /auth/handover', silence);
    await button('Show a new code').click();
    await says(dialog(), 'Making a code...');
  });

  test('the palette leads to it too', async () => {
    stands('open');
    await show('/dashboard');
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByRole('combobox').fill('phone');
    await page.getByRole('option', { name: 'Put Clipline on your phone' }).click();
    await says(dialog(), 'Press Continue there');
  });
});
