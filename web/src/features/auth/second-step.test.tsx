import { ProductError } from '@clipline/contract/errors.ts';
import type { Step } from '@clipline/contract/schemas/auth.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endPasskeyOffer } from '../../session/passkey-support.ts';
import { getUser } from '../../session/session.ts';
import { expectAccessible } from '../../testing/accessible.ts';
import { USER } from '../../testing/fake-browser.ts';
import { CREATION, fakePasskeys, PASSKEY, REQUEST, security } from '../../testing/fake-passkeys.ts';
import { handle, later, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { arrives, button, field, primaries, says, show } from '../../testing/show.tsx';

const SIGNED_IN = {
  user: USER,
  session: { access_token: 'a', refresh_token: 'r', expires_at: 4_000_000_000 },
};
const SIGNED_OUT = { as: null };
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const alert = () => page.getByRole('main').getByRole('alert');
const byPasskey = () => button('Sign in with a passkey');

const step = (...methods: Step['methods']) => ({
  step: { token: 'step', methods, expiresAt: '2099-01-01T00:00:00.000Z' },
});

async function logIn(): Promise<void> {
  await show('/auth', SIGNED_OUT);
  await field('Email').fill('ada@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('secret phrase');
  await button('Log in').click();
}

beforeEach(() =>
  replies({
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
    'GET /clipboard/history': { clips: [], total: 0 },
    'POST /auth/passkey/options': REQUEST,
    'POST /auth/step': SIGNED_IN,
    'POST /auth/passkey': SIGNED_IN,
  }),
);

describe('the second step', () => {
  test('stands in place of the form, and is sent with the sixth digit', async () => {
    replies({ 'POST /auth/login': step('authenticator', 'recovery') });
    await logIn();
    await expect.element(heading('One more step')).toBeVisible();
    await expect.element(field('Email')).not.toBeInTheDocument();
    await expect.element(button('Use a passkey')).not.toBeInTheDocument();
    await expect.element(field('Six digits')).toHaveFocus();
    await expectAccessible();
    await field('Six digits').fill('123 45');
    expect(sent('POST /auth/step')).toEqual([]);
    await userEvent.type(field('Six digits'), '6');
    await arrives('/dashboard');
    expect(sent('POST /auth/step').map(({ body }) => body)).toEqual([
      { token: 'step', code: '123 456' },
    ]);
    expect(getUser()).toEqual(USER);
  });

  test('a wrong code is said, and the next one takes its place', async () => {
    replies({
      'POST /auth/login': step('authenticator'),
      'POST /auth/step': refuse(new ProductError('WRONG_CODE')),
    });
    await logIn();
    await field('Six digits').fill('111111');
    await says(alert(), 'That code is not right.');
    replies({ 'POST /auth/step': SIGNED_IN });
    // It is selected in a moment, for the next one to take its place.
    const typed = field('Six digits').element() as HTMLInputElement;
    await expect.poll(() => typed.selectionStart).toBe(0);
    await userEvent.keyboard('222222');
    await arrives('/dashboard');
    expect(sent('POST /auth/step').map(({ body }) => body.code)).toEqual(['111111', '222222']);
  });

  test('what was wrong with one is not said of another', async () => {
    replies({
      'POST /auth/login': step('authenticator', 'recovery'),
      'POST /auth/step': refuse(new ProductError('WRONG_CODE')),
    });
    await logIn();
    await field('Six digits').fill('111111');
    await says(alert(), 'That code is not right.');
    await button('Use a recovery code').click();
    await expect.element(field('Recovery code')).toHaveFocus();
    await expect.element(alert()).not.toBeInTheDocument();
  });

  test('a passkey is the next step where it works here; nothing opens by itself', async () => {
    fakePasskeys();
    replies({ 'POST /auth/login': step('passkey', 'authenticator', 'recovery') });
    await logIn();
    await expect.element(button('Use a passkey')).toBeVisible();
    await expect.poll(primaries).toEqual(['Use a passkey']);
    expect(sent('POST /auth/step')).toEqual([]);
    await expectAccessible();
    await button('Use a passkey').click();
    await arrives('/dashboard');
    expect(sent('POST /auth/step')[0]!.body).toMatchObject({ response: { id: 'AQID' } });
    expect(sent('POST /auth/passkey/options').at(-1)!.body).toEqual({ token: 'step' });
  });

  test('a recovery code, in place of the rest', async () => {
    fakePasskeys();
    replies({ 'POST /auth/login': step('passkey', 'authenticator', 'recovery') });
    await logIn();
    await button('Use a recovery code').click();
    await expect.element(page.getByText('Type one of the codes that you saved.')).toBeVisible();
    await expect.element(button('Use a passkey')).not.toBeInTheDocument();
    await button('Log in').click();
    await says(alert(), 'Please type the code.');
    await field('Recovery code').fill(' abcde-fgh1j ');
    await button('Use something else').click();
    await button('Use a recovery code').click();
    await field('Recovery code').fill(' abcde-fgh1j ');
    await button('Log in').click();
    await arrives('/dashboard');
    expect(sent('POST /auth/step')[0]!.body).toEqual({ token: 'step', code: 'abcde-fgh1j' });
  });

  test.each([
    [[], 'Nothing that you set up works here any more. Ask whoever runs this server.'],
    [['passkey'], 'This works over HTTPS only. Ask whoever runs this server.'],
  ] as const)('with %j and no passkeys here: %s', async (methods, text) => {
    replies({ 'POST /auth/login': step(...methods) });
    await logIn();
    await says(alert(), text);
    await button('Back to Login').click();
    await expect.element(field('Email')).toHaveValue('ada@example.com');
  });

  test('what is over begins again at the form, which says so', async () => {
    replies({
      'POST /auth/login': step('authenticator'),
      'POST /auth/step': refuse(new ProductError('STEP_OVER')),
    });
    await logIn();
    await field('Six digits').fill('111111');
    await says(alert(), 'Please log in again.');
    await expect.element(button('Log in')).toBeVisible();
  });

  test('after single sign-on, and then where it was to lead', async () => {
    replies({ 'POST /auth/oidc': step('authenticator'), 'GET /rooms': [] });
    await show('/auth#oidc=code&next=%2Frooms', SIGNED_OUT);
    await field('Six digits').fill('123456');
    await arrives('/rooms');
  });

  test('after the link of the terminal', async () => {
    replies({ 'POST /auth/setup': step('recovery'), 'POST /auth/setup/check': undefined });
    await show('/setup#token=abcdefghijklmnopqrstuv', SIGNED_OUT);
    await field('Name').fill('Ada');
    await field('Email').fill('ada@example.com');
    await page.getByLabelText('Password', { exact: true }).fill('secret phrase');
    await button('Create the first account').click();
    await field('Recovery code').fill('ABCDE-FGH1J');
    await button('Log in').click();
    await arrives('/dashboard');
  });
});

describe('a passkey alone', () => {
  test('is offered by the field, one request at a time, and signs in', async () => {
    const browser = fakePasskeys();
    await show('/auth', SIGNED_OUT);
    await expect.element(field('Email')).toHaveAttribute('autocomplete', 'username webauthn');
    await expect.poll(() => browser.offered).toBe(1);
    await expectAccessible();
    browser.pick();
    await arrives('/dashboard');
    expect(sent('POST /auth/passkey')[0]!.body).toMatchObject({ response: { id: 'AQID' } });
  });

  test('cannot be asked for while a password signs in', async () => {
    fakePasskeys();
    handle('POST /auth/login', silence);
    await show('/auth', SIGNED_OUT);
    await expect.element(byPasskey()).toBeEnabled();
    await field('Email').fill('ada@example.com');
    await page.getByLabelText('Password', { exact: true }).fill('secret phrase');
    await button('Log in').click();
    await expect.element(byPasskey()).toBeDisabled();
  });

  test('is asked for by the button, and not by the field meanwhile', async () => {
    const browser = fakePasskeys();
    const answer = later<typeof REQUEST>();
    await show('/auth', SIGNED_OUT);
    await expect.poll(() => browser.offered).toBe(1);
    handle('POST /auth/passkey/options', () => answer.reply);
    await byPasskey().click();
    await expect.poll(() => browser.offered).toBe(0);
    await expect.poll(primaries).toEqual(['Log in']);
    answer.give(REQUEST);
    await arrives('/dashboard');
  });

  test('whoever thinks better of it is told nothing, and is offered it again', async () => {
    const browser = fakePasskeys();
    browser.refusal = 'NotAllowedError';
    await show('/auth', SIGNED_OUT);
    await byPasskey().click();
    await expect.poll(() => sent('POST /auth/passkey/options').length).toBeGreaterThan(1);
    await expect.poll(() => browser.offered).toBe(1);
    await expect.element(alert()).not.toBeInTheDocument();
  });

  test.each([
    ['NotSupportedError', undefined, 'The passkey could not be used. Please try again.'],
    [undefined, 'PASSKEY_UNKNOWN', 'This passkey is not known here. Log in another way.'],
    [undefined, 'ACCOUNT_DISABLED', /disabled/],
  ] as const)('%s, %s: %s', async (refusal, code, text) => {
    const browser = fakePasskeys();
    browser.refusal = refusal;
    if (code) replies({ 'POST /auth/passkey': refuse(new ProductError(code)) });
    await show('/auth', SIGNED_OUT);
    await byPasskey().click();
    await says(alert(), text);
    expect(getUser()).toBeNull();
  });

  test('is offered by nothing where it cannot work, nor in the other views', async () => {
    await show('/auth', SIGNED_OUT);
    await expect.element(button('Log in')).toBeVisible();
    await expect.element(byPasskey()).not.toBeInTheDocument();
    const browser = fakePasskeys();
    document.documentElement.dataset['passkeys'] = 'elsewhere.example';
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect.element(byPasskey()).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect.element(byPasskey()).not.toBeInTheDocument();
    expect([browser.offered, sent('POST /auth/passkey/options')]).toEqual([0, []]);
  });
});

describe('after a login by password, where passkeys work', () => {
  const offer = () => page.getByText('Sign in faster next time');
  const logInHere = async () => {
    replies({ 'POST /auth/login': SIGNED_IN });
    await logIn();
    await arrives('/dashboard');
  };
  const passkeys = () => {
    replies({
      'GET /account/security': security(),
      'POST /account/passkeys/options': CREATION,
      'POST /account/passkeys': PASSKEY,
    });
    return fakePasskeys();
  };

  test('a passkey is offered, and added by one press', async () => {
    passkeys();
    await logInHere();
    await button('Add a passkey').click();
    await expect.element(offer()).not.toBeInTheDocument();
    expect(sent('POST /account/passkeys')).toHaveLength(1);
  });

  test('a refusal of the browser leaves the offer, and "Not now" is the last of it', async () => {
    const browser = passkeys();
    browser.refusal = 'NotAllowedError';
    await logInHere();
    await button('Add a passkey').click();
    await expect.element(button('Add a passkey')).toBeEnabled();
    await button('Not now').click();
    await expect.element(offer()).not.toBeInTheDocument();
    expect(sent('POST /account/passkeys')).toEqual([]);
  });

  test('nothing is offered a second time in this browser', async () => {
    passkeys();
    endPasskeyOffer();
    await logInHere();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(offer()).not.toBeInTheDocument();
  });
});
