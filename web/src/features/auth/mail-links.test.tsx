import { ProductError } from '@clipline/contract/errors.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getSession } from '../../session/session.ts';
import { handle, noReply, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import {
  arrives,
  button,
  field,
  goTo,
  keptState,
  news,
  says,
  show,
  signInAs,
} from '../../testing/show.tsx';

const SIGNED_OUT = { as: null };
const status = () => page.getByRole('main').getByRole('status');
const link = (name: string) => page.getByRole('link', { name });

describe('the page of the confirmation mail', () => {
  test('waits, and takes the token out of the address', async () => {
    handle('GET /auth/check-email-confirmation', silence);
    await show('/email-confirmation#token=secret', SIGNED_OUT);
    await arrives('/email-confirmation');
    await says(status(), 'This takes only a moment.');
  });

  test('a good link leads to the log-in', async () => {
    replies({ 'GET /auth/check-email-confirmation': { confirmed: true } });
    await show('/email-confirmation#token=secret', SIGNED_OUT);
    await says(status(), 'Your address is confirmed. You can log in now.');
    await expect.element(link('Go to Login')).toHaveAttribute('href', '/auth?mode=login');
    await expect
      .poll(() => sent('GET /auth/check-email-confirmation')[0])
      .toMatchObject({
        headers: { 'x-confirmation-token': 'secret' },
        authorization: null,
      });
  });

  test('a session in this browser is left out', async () => {
    replies({ 'GET /auth/check-email-confirmation': { confirmed: true } });
    await show('/email-confirmation#token=secret');
    await says(status(), 'Your address is confirmed.');
    await expect
      .poll(() => sent('GET /auth/check-email-confirmation')[0]!.authorization)
      .toBeNull();
  });

  test.each([
    [{ confirmed: false }, 'Email confirmation failed. Please try again or contact support.'],
    [noReply(), 'Failed to verify email confirmation status. Please try again.'],
    [
      refuse(new ProductError('TOO_MANY_REQUESTS')),
      'Failed to verify email confirmation status. Please try again.',
    ],
  ])('what cannot be confirmed can be tried again (%#)', async (reply, text) => {
    replies({ 'GET /auth/check-email-confirmation': reply });
    await show('/email-confirmation#token=secret', SIGNED_OUT);
    await says(status(), text);
    replies({ 'GET /auth/check-email-confirmation': { confirmed: true } });
    await button('Try Again').click();
    await says(status(), 'Your address is confirmed.');
  });

  test('a new link in the tab of an old one is another one, after a reload too', async () => {
    handle('GET /auth/check-email-confirmation', ({ headers }) =>
      headers['x-confirmation-token'] === 'new'
        ? { confirmed: true }
        : refuse(new ProductError('CONFIRMATION_EXPIRED')),
    );
    await show('/email-confirmation#token=old', SIGNED_OUT);
    await says(status(), 'The email confirmation link has expired.');
    await goTo('/email-confirmation#token=new');
    await says(status(), 'Your address is confirmed.');
    await arrives('/email-confirmation');
    expect(keptState()).toMatchObject({ link: { confirmationToken: 'new' } });
  });

  test('a link that has expired leads to a new one', async () => {
    replies({
      'GET /auth/check-email-confirmation': refuse(new ProductError('CONFIRMATION_EXPIRED')),
    });
    await show('/email-confirmation#token=old', SIGNED_OUT);
    await says(status(), 'The email confirmation link has expired. Please request a new one.');
    await button('Resend Confirmation Email').click();
    await arrives('/auth?mode=register');
    await says(news(), 'Please sign up again');
  });

  test.each([
    [
      '#error=access_denied&error_description=Email+link+has+expired',
      'The email confirmation link has expired. Please request a new one.',
    ],
    ['#error=access_denied&error_description=Not+you', 'Not you'],
    ['?error=server_error&error_description=%3Cb%3EThe+gremlins%3C/b%3E', '<b>The gremlins</b>'],
    ['#error=server_error', 'An error occurred during email confirmation.'],
    ['?error=server_error', 'An error occurred during email confirmation.'],
  ])('what the link itself says is not asked: %s', async (rest, text) => {
    await show(`/email-confirmation${rest}`, SIGNED_OUT);
    await says(status(), text);
    await expect.element(link('Back to Login')).toBeVisible();
    expect(sent('GET /auth/check-email-confirmation')).toEqual([]);
  });
});

describe('the page of the reset mail', () => {
  const ADDRESS = '/reset-password#access_token=reset&refresh_token=r';
  const one = () => page.getByLabelText('New Password', { exact: true });
  const two = () => page.getByLabelText('Confirm New Password', { exact: true });
  const save = () => button('Reset Password');

  test.each([
    '',
    '#access_token=reset',
    '#refresh_token=r',
    '#access_token=&refresh_token=r',
    '?access_token=reset&refresh_token=r',
  ])('/reset-password%s has no whole token', async (rest) => {
    await show(`/reset-password${rest}`, SIGNED_OUT);
    await says(status(), 'Invalid or missing reset token. Please request a new password reset.');
    await expect
      .element(link('Request a new reset link'))
      .toHaveAttribute('href', '/auth?mode=forgot');
    await expect.element(link('Back to Login')).toHaveAttribute('href', '/auth?mode=login');
  });

  test.each([
    ['abc', 'abd', 'Passwords do not match.'],
    ['five5', 'five5', 'Password must be at least 6 characters long.'],
  ])('%s and %s: %s', async (first, second, text) => {
    await show(ADDRESS, SIGNED_OUT);
    await expect.element(save()).toBeDisabled();
    await one().fill(first);
    await expect.element(save()).toBeDisabled();
    await two().fill(second);
    await save().click();
    await expect.element(page.getByText(text)).toBeVisible();
    expect(sent('POST /auth/reset-password')).toEqual([]);
  });

  test('sets it, ends the session here, and forgets the link', async () => {
    replies({ 'POST /auth/reset-password': { message: 'Changed' } });
    await show(ADDRESS, SIGNED_OUT);
    await arrives('/reset-password');
    signInAs();
    await one().fill('secret');
    await two().fill('secret');
    await save().click();
    await says(status(), 'Log in with your new password. Every device has been signed out.');
    await says(news(), 'Password Reset Successful');
    await expect
      .poll(() => sent('POST /auth/reset-password')[0]!.body)
      .toEqual({
        token: 'reset',
        new_password: 'secret',
      });
    expect(getSession()).toBeNull();
    await link('Close the addresses of all my clips').click();
    await arrives('/auth');
    expect(keptState()).toEqual({ from: '/account' });
  });

  test('a new link in the tab of an old one sets it', async () => {
    handle('POST /auth/reset-password', ({ body }) =>
      body.token === 'new'
        ? { message: 'Changed' }
        : refuse(new ProductError('INVALID_RESET_TOKEN')),
    );
    const set = async () => {
      await one().fill('secret');
      await two().fill('secret');
      await save().click();
    };
    await show(ADDRESS, SIGNED_OUT);
    await set();
    await says(status(), 'Invalid or expired reset token');
    await goTo('/reset-password#access_token=new&refresh_token=r');
    await set();
    await says(status(), 'Log in with your new password.');
  });

  test.each([
    [refuse(new ProductError('INVALID_RESET_TOKEN')), 'Invalid or expired reset token'],
    [new Response('', { status: 500 }), 'Password reset failed'],
  ])('a refused one comes back to empty fields (%#)', async (reply, text) => {
    replies({ 'POST /auth/reset-password': reply });
    await show(ADDRESS, SIGNED_OUT);
    await one().fill('secret');
    await two().fill('secret');
    await save().click();
    await says(status(), text);
    await button('Try Again').click();
    await expect.element(one()).toHaveValue('');
    await expect.element(field('Email')).not.toBeInTheDocument();
  });
});
