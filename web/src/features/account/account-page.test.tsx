import { ProductError } from '@clipline/contract/errors.ts';
import type { Subscription } from '@clipline/contract/schemas/billing.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseHiding, hidesSecretOf } from '../../lib/hide-secrets.ts';
import { getUser } from '../../session/session.ts';
import { expectAccessible } from '../../testing/accessible.ts';
import { USER } from '../../testing/fake-browser.ts';
import { handle, noReply, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { confirmed, confirmFirst } from '../../testing/fake-passkeys.ts';
import { arrives, button, dialog, field, main, news, says, show } from '../../testing/show.tsx';
import { subscription, PROFILE } from '../../testing/things.ts';

const THEN = '2026-01-02T03:04:05.000Z';
const LATER = '2099-05-06T07:08:09.000Z';
const FREE = subscription();
const LAPTOP = {
  id: 's1',
  current: true,
  device: 'Firefox on Windows',
  name: null,
  by: null,
  createdAt: THEN,
  lastUsedAt: THEN,
};
const PHONE = { ...LAPTOP, id: 's2', current: false, device: 'Safari on iPhone' };
const devices = () => page.getByRole('list', { name: 'Devices signed in' });

beforeEach(() =>
  replies({
    'GET /account': PROFILE,
    'GET /account/sessions': [LAPTOP, PHONE],
    'GET /account/tokens': [],
    'GET /billing/subscription': FREE,
  }),
);
afterEach(() => {
  document.body.dataset['billing'] = 'off';
});

test('shows who is signed in, and where', async () => {
  await show('/account');
  await expect.element(main()).toMatchTextContent('Signed in as ada@example.com');
  await expect.element(field('Name')).toHaveValue('Ada');
  await says(main(), 'Everything is included on this server.');
  await says(devices(), 'Firefox on Windows');
  await says(devices(), 'This device');
  await expect.element(button('Sign out Safari on iPhone')).toBeVisible();
  await expect.element(button('Sign out Firefox on Windows')).not.toBeInTheDocument();
  await expectAccessible();
});

test.each([
  ['GET /account/sessions', 'Devices signed in'],
  ['GET /account/tokens', null],
  ['GET /billing/subscription', null],
] as const)('a failed %s is one part of the page, which is read again', async (name, list) => {
  replies({ [name]: refuse(new ProductError('TOO_MANY_REQUESTS')) });
  await show('/account');
  await says(main(), 'Too many requests. Please try again later.');
  await expect.element(field('Name')).toHaveValue('Ada');
  replies({
    'GET /account/sessions': [LAPTOP],
    'GET /account/tokens': [],
    'GET /billing/subscription': FREE,
  });
  await button('Try again').click();
  await expect.element(button('Try again')).not.toBeInTheDocument();
  if (list !== null) await expect.element(page.getByRole('list', { name: list })).toBeVisible();
  await expect.poll(() => sent(name).length).toBeGreaterThan(1);
});

test('a device goes by the name that it is given', async () => {
  handle('PATCH /account/sessions/{id}', ({ body }) => ({ ...PHONE, name: body.name }));
  await show('/account');
  await button('Rename Safari on iPhone').click();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await says(dialog(), 'Enter a name');
  await field('Name').fill('  Ada’s phone ');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect.element(button('Sign out Ada’s phone')).toBeVisible();
  await says(devices(), 'Ada’s phoneSafari on iPhone · ');
  expect(sent('PATCH /account/sessions/{id}')).toMatchObject([
    { params: { id: 's2' }, body: { name: 'Ada’s phone' } },
  ]);
});

test('secrets are hidden until the person wants to see them', async () => {
  onTestFinished(() => chooseHiding(true));
  await show('/account');
  const hides = page.getByRole('switch', { name: 'Hide secrets' });
  await expect.element(hides).toBeChecked();
  await hides.click();
  expect(hidesSecretOf('password: hunter2')).toBe(false);
  await hides.click();
  expect(hidesSecretOf('password: hunter2')).toBe(true);
});

describe('the name', () => {
  test('is saved, and the session knows it', async () => {
    handle('PATCH /account', ({ body }) => ({ name: body.name ?? '', newClipsOpen: true }));
    await show('/account');
    await expect.element(field('Name')).toHaveValue('Ada');
    expect(button('Save').query()).toBeNull();
    await field('Name').fill('  Ada L. ');
    await button('Save').click();
    await says(news(), 'Name changed');
    await expect.poll(() => sent('PATCH /account')[0]!.body).toEqual({ name: 'Ada L.' });
    await expect.poll(() => getUser()?.name).toBe('Ada L.');
  });

  test('without a letter is none', async () => {
    await show('/account');
    await field('Name').fill(' ');
    await says(main(), 'Name is required');
    expect(button('Save').query()).toBeNull();
  });

  test('a refusal is told, and stays typed', async () => {
    replies({ 'PATCH /account': noReply() });
    await show('/account');
    await field('Name').fill('Ada L.');
    await button('Save').click();
    await says(news(), 'Failed to change your name');
    await expect.element(field('Name')).toHaveValue('Ada L.');
  });
});

describe('the password', () => {
  const open = async () => {
    await show('/account');
    await button('Change password').click();
    await expect.element(dialog()).toBeVisible();
  };
  const fill = async (next: string) => {
    await page.getByLabelText('New password', { exact: true }).fill(next);
    await dialog().getByRole('button', { name: 'Change password' }).click();
  };

  test('is not too short', async () => {
    await open();
    await fill('seven77');
    await says(dialog(), 'Password must be at least 8 characters');
    expect(sent('POST /account/password')).toEqual([]);
  });

  test.each([true, false])('is changed, the tokens with it: %s', async (endTokens) => {
    replies({ 'POST /account/password': { message: 'Changed' } });
    await open();
    if (!endTokens)
      await page.getByRole('checkbox', { name: 'Also end API tokens' }).click({ force: true });
    await fill('long enough');
    await expect.poll(() => sent('POST /account/password').length).toBe(1);
    await says(news(), 'Password changed');
    await expect
      .poll(() => sent('POST /account/password')[0]!.body)
      .toEqual({
        new_password: 'long enough',
        end_tokens: endTokens,
      });
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('whoever does not confirm is told, and what was typed stays', async () => {
    replies({ 'POST /account/password': confirmFirst() });
    await open();
    await fill('long enough');
    await says(dialog().last(), 'Confirm that it is you');
    await dialog().last().getByRole('button', { name: 'Close' }).click();
    const typed = page.getByLabelText('New password', { exact: true });
    await expect.element(typed).toHaveAccessibleDescription(/Please confirm that it is you\./);
    await expect.element(typed).toHaveValue('long enough');
  });
});

describe('devices', () => {
  test('one is signed out', async () => {
    replies({ 'DELETE /account/sessions/{id}': { message: 'Ended' } });
    await show('/account');
    await expect.element(devices()).toBeVisible();
    replies({ 'GET /account/sessions': [LAPTOP] });
    await button('Sign out Safari on iPhone').click();
    await says(news(), 'Device signed out');
    await expect.poll(() => sent('DELETE /account/sessions/{id}')[0]!.params).toEqual({ id: 's2' });
    await expect.element(button('Sign out all others')).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  const signOutOthers = async () => {
    await button('Sign out all others').click();
    await dialog().getByRole('button', { name: 'Sign out' }).click();
  };

  test.each([true, false])('all others are; with all API tokens: %s', async (programs) => {
    replies({ 'POST /account/sessions/end-others': { ended: 2 } });
    await show('/account');
    await button('Sign out all others').click();
    const box = dialog().getByRole('checkbox', { name: 'and all API tokens' });
    await expect.element(box).toBeChecked();
    if (!programs) await box.click({ force: true });
    await dialog().getByRole('button', { name: 'Sign out' }).click();
    await says(news(), '2 devices were signed out.');
    await expect
      .poll(() => sent('POST /account/sessions/end-others')[0]!.body)
      .toEqual({ programs });
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('a failure is told', async () => {
    replies({
      'DELETE /account/sessions/{id}': noReply(),
      'POST /account/sessions/end-others': noReply(),
    });
    await show('/account');
    await button('Sign out Safari on iPhone').click();
    await says(news(), 'Failed to sign out the device');
    await signOutOthers();
    await says(news(), 'Failed to sign out other devices');
  });
});

describe('new clips', () => {
  test('are closed by a switch, which goes back where that fails', async () => {
    handle('PATCH /account', silence);
    await show('/account');
    const open = page.getByRole('switch', {
      name: 'New clips can be read by anyone with their address',
    });
    await expect.element(open).toBeChecked();
    await open.click();
    await expect.element(open).not.toBeChecked();
    await expect
      .poll(() => sent('PATCH /account').map(({ body }) => body))
      .toEqual([{ newClipsOpen: false }]);
  });

  test('a failure is told', async () => {
    replies({ 'PATCH /account': noReply() });
    await show('/account');
    const open = page.getByRole('switch', { name: /New clips/ });
    await open.click();
    await says(news(), 'The setting could not be saved');
    await expect.element(open).toBeChecked();
  });
});

describe('the plan', () => {
  const SOLD = { ...FREE, enabled: true };
  test.each<[string, Partial<Subscription>, string]>([
    ['a trial', { trialEndsAt: LATER }, 'Free trial'],
    ['none', { trialEndsAt: THEN }, 'No plan'],
    [
      'a monthly one',
      { plan: 'pro', status: 'active', interval: 'monthly', currentPeriodEnd: LATER },
      'Pro, monthly',
    ],
    [
      'a yearly one',
      { plan: 'basic', status: 'active', interval: 'yearly', currentPeriodEnd: LATER },
      'Basic, yearly',
    ],
    [
      'one that ends',
      { plan: 'pro', status: 'active', cancelAtPeriodEnd: true, currentPeriodEnd: LATER },
      'is not renewed.',
    ],
    [
      'one that is not paid',
      { plan: 'pro', status: 'past_due', interval: 'monthly' },
      'The last payment did not go through. Please check your card.',
    ],
  ])('%s', async (_, change, text) => {
    replies({ 'GET /billing/subscription': { ...SOLD, ...change } });
    await show('/account');
    await says(main(), text);
    if (change.status) await expect.element(button('Manage subscription')).toBeVisible();
    else
      await expect
        .element(main().getByRole('link', { name: 'See plans' }).first())
        .toHaveAttribute('href', '/#pricing');
  });

  test('a portal that does not open is told', async () => {
    replies({
      'GET /billing/subscription': { ...SOLD, plan: 'pro', status: 'active' },
      'POST /stripe/portal': refuse(new ProductError('PAYMENT_SERVICE_FAILED')),
    });
    await show('/account');
    await button('Manage subscription').click();
    await says(news(), 'Failed to open your subscription');
  });
});

describe('deleting the account', () => {
  const open = async () => {
    await show('/account');
    await button('Delete account').click();
    await says(dialog(), 'This cannot be undone.');
  };
  const confirm = () => dialog().getByRole('button', { name: 'Delete for good' }).click();

  test('leads to the log-in, signed out', async () => {
    handle('DELETE /account', confirmed({ message: 'Deleted' }));
    await open();
    await confirm();
    await page.getByLabelText('Your password', { exact: true }).fill('secret');
    await button('Confirm').click();
    await arrives('/auth');
    await says(news(), 'Account deleted');
    expect(sent('POST /account/confirm').map(({ body }) => body)).toEqual([{ password: 'secret' }]);
    expect(sent('DELETE /account').map(({ body }) => body)).toEqual([{}, {}]);
    await expect.poll(() => getUser()).toBeNull();
  });

  test('whoever has nothing to confirm with signs in again', async () => {
    const error = new ProductError('SIGN_IN_AGAIN');
    replies({ 'DELETE /account': refuse(error) });
    await open();
    await confirm();
    await says(dialog(), error.message);
    expect(getUser()).toEqual(USER);
  });
});
