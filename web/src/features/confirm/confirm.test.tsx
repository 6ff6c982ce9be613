import { ProductError } from '@clipline/contract/errors.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import {
  confirmed,
  confirmFirst,
  fakePasskeys,
  PASSKEY,
  REQUEST,
  security,
} from '../../testing/fake-passkeys.ts';
import { handle, refuse, replies, sent } from '../../testing/fake-server.ts';
import {
  arrives,
  button,
  dialog,
  field,
  goTo,
  main,
  news,
  says,
  show,
} from '../../testing/show.tsx';
import { subscription } from '../../testing/things.ts';

const PROFILE = {
  name: 'Ada',
  email: 'ada@example.com',
  createdAt: '2026-01-02T03:04:05.000Z',
  newClipsOpen: true,
  isAdmin: false,
  hasPassword: true,
};
const TWO_STEP = security({
  twoStep: { on: true, since: PASSKEY.createdAt, requiredFrom: null },
  authenticator: { addedAt: PASSKEY.createdAt },
  recoveryCodes: { left: 3 },
});
const LINK = { url: '/api/account/export-download?for=u1' };
const title = () => page.getByRole('heading', { name: 'Confirm that it is you' });

beforeEach(() =>
  replies({
    'GET /account': PROFILE,
    'GET /account/sessions': [],
    'GET /account/tokens': [],
    'GET /billing/subscription': subscription(),
    'POST /account/confirm/options': REQUEST,
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
    'GET /clipboard/history': { clips: [], total: 0 },
  }),
);

/** Something that waits for a confirmation, begun. */
async function begin(): Promise<void> {
  await show('/account');
  await button('Export my data').click();
  await expect.element(title()).toBeVisible();
}

describe('confirming that it is oneself', () => {
  test('a password: wrong, then right, and what was begun goes on', async () => {
    handle('POST /account/export-link', confirmed(LINK));
    await begin();
    await expectAccessible();
    await button('Confirm').click();
    await says(dialog(), 'Please enter your password.');
    handle('POST /account/confirm', () => refuse(new ProductError('WRONG_PASSWORD')));
    await page.getByLabelText('Your password', { exact: true }).fill('wrong');
    await button('Confirm').click();
    await says(dialog(), 'That is not your password. Nothing was changed.');
    handle('POST /account/export-link', confirmed(LINK));
    await page.getByLabelText('Your password', { exact: true }).fill('secret');
    await button('Confirm').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.poll(() => sent('POST /account/export-link').length).toBe(2);
  });

  test('closed in the middle, it is refused as it was', async () => {
    replies({ 'POST /account/export-link': confirmFirst() });
    await begin();
    await userEvent.keyboard('{Escape}');
    await says(news(), 'Please confirm that it is you.');
    expect(sent('POST /account/export-link')).toHaveLength(1);
  });

  test('left for another page, it is refused as it was', async () => {
    replies({ 'POST /account/export-link': confirmFirst() });
    await begin();
    await goTo('/dashboard');
    await says(news(), 'Please confirm that it is you.');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('a step, where the password is not enough', async () => {
    replies({ 'GET /account/security': TWO_STEP });
    handle('POST /account/export-link', confirmed(LINK, 'step'));
    await begin();
    await expect.element(field('Six digits')).toHaveFocus();
    await expect.element(page.getByLabelText('Your password')).not.toBeInTheDocument();
    await button('Use a recovery code').click();
    await expect.element(field('Recovery code')).toBeVisible();
    await button('Use something else').click();
    await field('Six digits').fill('123456');
    await expect.poll(() => sent('POST /account/export-link').length).toBe(2);
    expect(sent('POST /account/confirm').map(({ body }) => body)).toEqual([{ code: '123456' }]);
  });

  test('a passkey, and thinking better of it', async () => {
    const browser = fakePasskeys();
    browser.refusal = 'NotAllowedError';
    replies({ 'GET /account/security': security({ passkeys: [PASSKEY] }) });
    handle('POST /account/export-link', confirmed(LINK));
    await begin();
    await button('Use a passkey').click();
    await expect.poll(() => browser.refused).toBe(1);
    browser.refusal = undefined;
    await button('Use a passkey').click();
    await expect.poll(() => sent('POST /account/export-link').length).toBe(2);
    expect(sent('POST /account/confirm')[0]!.body).toMatchObject({ response: { id: 'AQID' } });
  });

  test('nothing that works here is said', async () => {
    replies({
      'GET /account/security': security({ passkeys: [{ ...PASSKEY, works: false }] }),
      'POST /account/export-link': confirmFirst('step'),
    });
    await begin();
    await says(dialog(), 'Nothing that you set up works here any more.');
  });
});

describe('a second step that the server asks for', () => {
  const REQUIRED = security({
    twoStep: { on: false, since: null, requiredFrom: '2026-01-02T03:04:05.000Z' },
  });
  const refused = refuse(new ProductError('SECOND_STEP_REQUIRED'));

  test('stands in place of every page until it is set up', async () => {
    replies({
      'GET /rooms': refused,
      'GET /tags': refused,
      'GET /devices/inbox': refused,
      'GET /account/tokens': refused,
      'GET /account/security': REQUIRED,
      'POST /account/two-step': { recoveryCodes: ['ABCDE-FGH1J'] },
    });
    await show('/rooms');
    await says(main(), 'This server asks for a second step. Set it up to go on.');
    await expectAccessible();
    await page.viewport(1280, 800);
    await main().getByRole('link', { name: 'Set it up' }).click();
    await arrives('/account');
    await says(main(), 'This server asks for a second step.');
    await expect.element(button('New token')).not.toBeInTheDocument();
    await goTo('/dashboard');
    await expect.element(main().getByRole('link', { name: 'Set it up' })).toBeVisible();

    await goTo('/account');
    replies({
      'GET /rooms': [],
      'GET /tags': [],
      'GET /devices/inbox': [],
      'GET /account/tokens': [],
      'GET /account/security': TWO_STEP,
    });
    await goTo('/rooms');
    // Else it would not be left, nor read again.
    await arrives('/rooms');
    await goTo('/account');
    await expect.element(button('New token')).toBeVisible();
    await goTo('/rooms');
    await expect.element(page.getByRole('heading', { name: 'Rooms', level: 1 })).toBeVisible();
  });

  test('one can log out of it', async () => {
    replies({ 'GET /rooms': refused, 'POST /auth/logout': { message: 'Bye' } });
    await show('/rooms');
    await main().getByRole('button', { name: 'Log out' }).click();
    await arrives('/auth');
  });

  test('is announced on the dashboard until then', async () => {
    replies({ 'GET /account/security': REQUIRED });
    await show('/dashboard');
    await says(main(), 'From Jan 2 on this server asks for a second step.');
    await expectAccessible();
    await page.viewport(1280, 800);
    await main().getByRole('link', { name: 'Set it up' }).click();
    await arrives('/account');
  });
});
