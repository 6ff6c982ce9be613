import { type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getUser } from '../../session/session.ts';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, refuse, replies, sent } from '../../testing/fake-server.ts';
import { confirmed } from '../../testing/fake-passkeys.ts';
import { ADMIN, invitation, person, serverState } from '../../testing/owner.ts';
import {
  arrives,
  button,
  dialog,
  field,
  main,
  news,
  primaries,
  says,
  show,
} from '../../testing/show.tsx';
import { PROFILE } from '../../testing/things.ts';

const ME = person('u1', { name: 'Ada', isAdmin: true });
const GRACE = person('grace', { name: 'Grace' });

beforeEach(async () => {
  await page.viewport(1280, 800);
  replies({
    'GET /admin/users': { users: [ME, GRACE], total: 2 },
    'GET /admin/invitations': { invitations: [], total: 0 },
    'GET /admin/server': serverState(),
    'GET /admin/log': [],
    'GET /account': { ...PROFILE, isAdmin: true },
  });
});
afterEach(async () => {
  await page.viewport(414, 896);
  delete document.documentElement.dataset['registration'];
  delete document.documentElement.dataset['passwords'];
});

const confirmWith = async (password: string) => {
  await page.getByLabelText('Your password', { exact: true }).fill(password);
  await button('Confirm').click();
};
const showAdmin = (tab = '') => show(`/admin${tab}`, { as: ADMIN });
const choose = async (name: string, action: string) => {
  await button(`More: ${name}`).click();
  await page.getByRole('menuitem', { name: action }).click();
};

describe('who it is for', () => {
  test('an admin has it in the sidebar', async () => {
    await showAdmin();
    const link = page.getByRole('complementary').getByRole('link', { name: 'Admin' });
    await expect.element(link).toHaveAttribute('aria-current', 'page');
    await expect.poll(primaries).toEqual(['Invite']);
  });

  test('for everybody else there is no such page, and nothing is asked', async () => {
    await show('/admin');
    await says(main(), '404');
    expect(page.getByRole('link', { name: 'Admin' }).query()).toBeNull();
    expect(sent('GET /admin/users')).toEqual([]);
  });

  test('a session stored before has no say in it', async () => {
    const { isAdmin: _, ...before } = ADMIN;
    await show('/admin', { as: before as typeof ADMIN });
    await says(main(), '404');
  });

  test('signed out, there is no such page either', async () => {
    await show('/admin', { as: null });
    await expect.element(page.getByText('404')).toBeVisible();
    expect(sent('GET /admin/users')).toEqual([]);
  });

  test('who is no admin any more sees it go', async () => {
    replies({ 'GET /admin/users': refuse(new ProductError('NOT_FOUND')) });
    await showAdmin();
    await says(main(), '404');
    await expect.poll(() => getUser()?.isAdmin).toBe(false);
  });
});

describe('people', () => {
  test('are told apart, with what they hold', async () => {
    replies({
      'GET /admin/users': {
        users: [
          ME,
          GRACE,
          person('off', { state: 'disabled', lastSeenAt: null }),
          person('new', { state: 'unconfirmed', lastSeenAt: new Date().toISOString() }),
        ],
        total: 4,
      },
    });
    await showAdmin();
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    await says(row('Ada'), 'You');
    await says(row('Ada'), 'Here now');
    await says(row('Grace'), '2.9 MB');
    await says(row('Name of off'), 'Disabled');
    await says(row('Name of off'), 'Never');
    await says(row('Name of new'), 'Not confirmed');
    await says(row('Name of new'), 'This hour');
    await says(main(), '4 people');
    await expectAccessible();
  });

  test('are given more storage, or as much as the server gives, oneself too', async () => {
    const GB = 1024 ** 3;
    handle('GET /admin/users/{id}/storage', ({ params }) => ({
      used: 3.2 * GB,
      limit: 20 * GB,
      kinds: [{ kind: 'rooms', bytes: 3.2 * GB, count: 4 }],
      storageMb: params.id === 'grace' ? 20480 : null,
    }));
    handle('PATCH /admin/users/{id}', ({ params, body }) => person(params.id, body as object));
    replies({
      'GET /admin/users': { users: [ME, { ...GRACE, storageMb: 512 }], total: 2 },
    });
    await showAdmin();
    const set = async (name: string, before: string, limit: string) => {
      await choose(name, 'Storage…');
      await says(dialog(), '3.2 GB of 20 GB used');
      await says(dialog(), 'Rooms');
      await says(dialog(), 'Empty: as this server says');
      await expect.element(field('Limit in GB')).toHaveValue(before);
      await field('Limit in GB').fill(limit);
      await button('Save').click();
    };
    await set('Grace', '0.5', 'much');
    await says(dialog(), 'Enter a number above 0');
    await field('Limit in GB').fill('');
    await button('Save').click();
    await says(news(), 'Storage limit of Grace saved');
    await set('Ada', '', '1,5');
    await says(news(), 'Storage limit of Ada saved');
    expect(sent('PATCH /admin/users/{id}').map(({ params, body }) => [params.id, body])).toEqual([
      ['grace', { storageMb: null }],
      ['u1', { storageMb: 1536 }],
    ]);
  });

  test('are searched, chosen by state and sorted', async () => {
    await showAdmin();
    await field('Name or address').fill('gra');
    await page.getByRole('combobox', { name: 'State' }).selectOptions('Disabled');
    await page.getByRole('button', { name: 'Storage' }).click();
    await expect
      .poll(() => sent('GET /admin/users').at(-1)!.query)
      .toEqual({
        search: 'gra',
        state: 'disabled',
        sort: 'bytes',
        order: 'desc',
        page: 1,
        pageSize: 20,
      });
    await page.getByRole('button', { name: 'Storage' }).click();
    await expect.poll(() => sent('GET /admin/users').at(-1)!.query.order).toBe('asc');
    await expect
      .element(page.getByRole('columnheader', { name: 'Storage' }))
      .toHaveAttribute('aria-sort', 'ascending');
  });

  test('none match; more than a page has pages', async () => {
    handle('GET /admin/users', ({ query }) =>
      query.search ? { users: [], total: 0 } : { users: [GRACE], total: 21 },
    );
    await showAdmin();
    await button('Next').click();
    await expect.poll(() => sent('GET /admin/users').at(-1)!.query.page).toBe(2);
    await field('Name or address').fill('nobody');
    await says(main(), 'Nobody matches.');
  });

  test('on a phone a person is a row of two lines, and a sheet', async () => {
    await page.viewport(390, 844);
    replies({ 'POST /admin/users/{id}/sign-out': { message: 'Done' } });
    await showAdmin();
    const row = page.getByRole('list', { name: 'People' }).getByRole('listitem').nth(1);
    await says(row, 'Grace');
    await says(row, '2.9 MB · 12 clips');
    expect(row.element().getBoundingClientRect().height).toBe(64);
    await button('More: Grace').click();
    await says(dialog(), 'grace@example.com');
    await dialog().getByRole('button', { name: 'Sign out everywhere' }).click();
    await says(news(), 'Grace is signed out everywhere');
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

describe('what is done with an account', () => {
  test('the menu is opened and left by the keyboard', async () => {
    await showAdmin();
    await expect.element(button('More: Grace')).toBeVisible();
    button('More: Grace').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menu')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(page.getByRole('menuitem', { name: 'Sign out everywhere' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('More: Grace')).toHaveFocus();
  });

  test('it is disabled, which can be taken back', async () => {
    handle('PATCH /admin/users/{id}', ({ body }) => ({
      ...GRACE,
      state: body.disabled ? 'disabled' : 'active',
    }));
    await showAdmin();
    await choose('Grace', 'Disable');
    await says(news(), 'Grace is disabled and signed out');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => sent('PATCH /admin/users/{id}').map(({ body }) => body))
      .toEqual([{ disabled: true }, { disabled: false }]);
    await expect.poll(() => sent('GET /admin/users').length).toBeGreaterThan(1);
  });

  test.each(['NOT_YOURSELF', 'LAST_ADMIN', 'USER_NOT_FOUND'] as const)(
    'what the server refuses by %s is told',
    async (code) => {
      const error = new ProductError(code);
      replies({ 'PATCH /admin/users/{id}': refuse(error) });
      await showAdmin();
      await choose('Grace', 'Disable');
      await says(news(), error.message);
    },
  );

  test('an address is confirmed', async () => {
    replies({
      'GET /admin/users': {
        users: [person('new', { name: 'Joan', state: 'unconfirmed' })],
        total: 1,
      },
      'POST /admin/users/{id}/confirm': { message: 'Done' },
    });
    await showAdmin();
    await choose('Joan', 'Confirm the address');
    await says(news(), 'new@example.com is confirmed');
  });

  test('a password link is made, shown and copied', async () => {
    handle(
      'POST /admin/users/{id}/reset',
      confirmed({ url: 'https://x.example/reset-password#a' }),
    );
    await showAdmin();
    await choose('Grace', 'Password link…');
    await button('Make the link').click();
    await confirmWith('mine');
    await expect
      .element(page.getByRole('textbox', { name: 'Password link for Grace' }))
      .toHaveValue(`${location.origin}/reset-password#a`);
  });

  test('a server without passwords offers none', async () => {
    document.documentElement.dataset['passwords'] = 'off';
    await showAdmin();
    await button('More: Grace').click();
    await expect.element(page.getByRole('menuitem', { name: 'Disable' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Password link…' }).query()).toBeNull();
  });

  test.each([
    ['Make admin…', 'Make admin', 'PATCH /admin/users/{id}', { isAdmin: true }],
    ['Delete account…', 'Delete the account', 'DELETE /admin/users/{id}', {}],
  ] as const)('%s is confirmed', async (action, verb, name, body) => {
    handle(name, confirmed(name.startsWith('PATCH') ? GRACE : { message: 'Deleted' }) as never);
    await showAdmin();
    await choose('Grace', action);
    await dialog().getByRole('button', { name: verb }).click();
    await confirmWith('mine');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(sent(name).map((each) => each.body)).toEqual([body, body]);
  });

  test('a second step that was lost is taken away', async () => {
    replies({ 'GET /admin/users': { users: [{ ...GRACE, twoStep: true }], total: 1 } });
    handle('POST /admin/users/{id}/reset-second-step', confirmed({ message: 'Reset' }));
    await showAdmin();
    await says(main(), 'Two-step');
    await choose('Grace', 'Reset second step…');
    await button('Reset it').click();
    await confirmWith('mine');
    await says(news(), 'The second step of Grace was reset');
    expect(sent('POST /admin/users/{id}/reset-second-step')).toHaveLength(2);
  });

  test('whoever has no password signs in again instead', async () => {
    replies({
      'GET /account': { ...PROFILE, isAdmin: true, hasPassword: false },
      'DELETE /admin/users/{id}': refuse(new ProductError('SIGN_IN_AGAIN')),
    });
    await showAdmin();
    await choose('Grace', 'Delete account…');
    await button('Delete the account').click();
    await says(dialog(), 'Sign in again, then repeat this.');
    await expect.poll(() => sent('DELETE /admin/users/{id}')[0]!.body).toEqual({});
  });

  test.each([
    ['Take admin rights…', 'Take the rights', { isAdmin: false }],
    ['Disable', 'Disable', { disabled: true }],
  ])('of another admin: %s is confirmed', async (action, verb, change) => {
    replies({ 'GET /admin/users': { users: [{ ...GRACE, isAdmin: true }], total: 1 } });
    handle('PATCH /admin/users/{id}', confirmed(GRACE));
    await showAdmin();
    await choose('Grace', action);
    await dialog().getByRole('button', { name: verb }).click();
    await confirmWith('mine');
    await expect
      .poll(() => sent('PATCH /admin/users/{id}').map(({ body }) => body))
      .toEqual([change, change]);
  });

  test('a new one comes with a link to choose its password', async () => {
    replies({ 'POST /admin/users': refuse(new ProductError('ADDRESS_TAKEN')) });
    await showAdmin();
    await button('Create account').click();
    await dialog().getByRole('button', { name: 'Create account' }).click();
    await says(dialog(), 'Please enter a name.');
    await says(dialog(), 'Please enter an e-mail address.');
    await field('Name').fill('Joan');
    await field('Address').fill('joan@example.com');
    await dialog().getByRole('button', { name: 'Create account' }).click();
    await says(dialog(), 'There is already an account with this address.');
    replies({ 'POST /admin/users': { id: 'joan', url: 'https://x.example/reset-password#b' } });
    await dialog().getByRole('button', { name: 'Create account' }).click();
    await expect
      .element(page.getByRole('textbox', { name: 'Joan has an account' }))
      .toHaveValue(`${location.origin}/reset-password#b`);
  });
});

describe('who may sign up', () => {
  const choice = (name: string) => page.getByRole('radio', { name });

  test('is chosen, and known to the next page', async () => {
    handle('PATCH /admin/server', ({ body }) =>
      serverState({ registration: body.registration ?? 'open' }),
    );
    await showAdmin();
    await expect.element(choice('Anyone')).toBeChecked();
    await says(main(), 'Whoever finds this address may make an account.');
    replies({ 'GET /admin/server': serverState({ registration: 'invited' }) });
    await choice('By invitation').click({ force: true });
    await says(main(), 'People here may also bring others by inviting them into a room.');
    await expect.element(choice('By invitation')).toBeChecked();
    await expect.poll(() => document.documentElement.dataset['registration']).toBe('invited');
  });

  test('set where the server is started, it cannot be chosen', async () => {
    replies({
      'GET /admin/server': serverState({ registration: 'closed', registrationFixed: true }),
    });
    await showAdmin();
    await says(main(), 'Set by REGISTRATION where this server is started.');
    await expect.element(choice('Anyone')).toBeDisabled();
  });

  test('a refusal is told, and the choice goes back', async () => {
    const error = new ProductError('REGISTRATION_FIXED');
    replies({ 'PATCH /admin/server': refuse(error) });
    await showAdmin();
    await choice('Nobody').click({ force: true });
    await says(news(), error.message);
    await expect.element(choice('Anyone')).toBeChecked();
  });
});

describe('invitations', () => {
  const LEA = invitation('lea', { note: 'For the flat' });
  const rows = () => page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');

  test('are made, and stay on top with their link', async () => {
    vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
    replies({ 'POST /admin/invitations': LEA });
    await showAdmin();
    await button('Invite').click();
    await field('Address').fill('lea');
    await button('Make the invitation').click();
    await says(dialog(), 'Please enter an e-mail address.');
    await field('Address').fill('lea@example.com');
    await field('Note').fill('For the flat');
    replies({ 'GET /admin/invitations': { invitations: [LEA], total: 1 } });
    await button('Make the invitation').click();
    await arrives('/admin?tab=invitations');
    await says(main(), 'Invitation for lea@example.com');
    await expect
      .element(field('Link of the invitation'))
      .toHaveValue(LEA.url!.replace('http://localhost', location.origin));
    await says(news(), 'Link copied');
    await expect
      .poll(() => sent('POST /admin/invitations')[0]!.body)
      .toEqual({ email: 'lea@example.com', note: 'For the flat', expiresIn: 604_800 });
    await says(main().getByRole('link', { name: /^Invitations/ }), '1');
    await button('QR code').click();
    await says(dialog(), 'Works once');
  });

  test('one is revoked, and focus goes to the next', async () => {
    const held = [LEA, invitation('any', { email: null })];
    handle('GET /admin/invitations', () => ({ invitations: held, total: held.length }));
    handle('DELETE /admin/invitations/{id}', () => {
      held.shift();
      return { message: 'Revoked' };
    });
    await showAdmin('?tab=invitations');
    await says(rows().first(), 'For the flat');
    await button('Revoke: lea@example.com, For the flat').click();
    await says(news(), 'Invitation revoked');
    await expect.element(button('Copy link: Link, not for one address')).toHaveFocus();
  });

  test('those that are over are told apart, and cannot be used', async () => {
    handle('GET /admin/invitations', ({ query }) =>
      query.state === 'used'
        ? {
            invitations: [
              invitation('a', {
                state: 'used',
                url: null,
                usedBy: { id: 'b', name: 'Bea', email: 'b@example.com' },
              }),
            ],
            total: 1,
          }
        : { invitations: [], total: 0 },
    );
    await showAdmin('?tab=invitations');
    await says(main(), 'No invitation is open.');
    await page.getByRole('radio', { name: 'Used' }).click({ force: true });
    await says(rows().first(), 'Used by Bea');
    expect(page.getByRole('button', { name: /^Revoke/ }).query()).toBeNull();
  });
});

describe('the server', () => {
  test('tells what it holds and how it stands', async () => {
    replies({
      'GET /admin/server': serverState({ redis: 'away', lastBackupAt: new Date().toISOString() }),
    });
    await showAdmin('?tab=server');
    for (const text of [
      '11.6 GB used, 66.1 GB free',
      'Database (SQLite) 80.1 MB',
      'Just now',
      'Goes out by SMTP',
      'Redis does not answer',
      'Version0.2.0Running',
      '8 people, 2167 clips, 14 rooms',
    ])
      await says(main(), text);
    expect(primaries()).toEqual([]);
    await expectAccessible();
  });

  test('asks everybody for a second step, and leaves it to them again', async () => {
    const required = serverState({
      secondStep: 'required',
      secondStepFrom: '2026-01-02T03:04:05.000Z',
    });
    handle('PATCH /admin/server', confirmed(required));
    await showAdmin('?tab=server');
    await says(main(), 'Each person decides');
    await button('Require…').click();
    await expectAccessible();
    await dialog().getByRole('combobox', { name: 'From when' }).selectOptions('30');
    await button('Require it').click();
    replies({ 'GET /admin/server': required });
    await confirmWith('mine');
    await says(main(), 'Asked of everybody with a password from');
    handle('PATCH /admin/server', () => serverState());
    replies({ 'GET /admin/server': serverState() });
    await button('Make it optional').click();
    await says(main(), 'Each person decides');
    const asked = { secondStep: 'required', graceDays: 30 } as const;
    await expect
      .poll(() => sent('PATCH /admin/server').map(({ body }) => body))
      .toEqual([asked, asked, { secondStep: 'optional' }]);
  });

  test('in S3, without mail and without a backup', async () => {
    replies({
      'GET /admin/server': serverState({ files: 's3', freeBytes: null, mail: 'outbox' }),
    });
    await showAdmin('?tab=server');
    await says(main(), '11.6 GB used');
    await says(main(), 'Files in S3');
    await says(main(), 'each mail is a file');
    await says(main(), 'None yet');
    expect(page.getByText('Redis').query()).toBeNull();
  });

  test.each([
    [null, 'smtp', 'The mail server took it'],
    [null, 'outbox', 'Written to the outbox folder. Nobody gets it.'],
    ['MAIL_FAILED', 'smtp', 'The mail could not be sent: 554.'],
  ] as const)('a test mail: %s by %s', async (code, mail, text) => {
    replies({
      'GET /admin/server': serverState({ mail }),
      'POST /admin/test-mail': code
        ? refuse(new ProductError(code, { code: '554' }))
        : { message: 'Sent' },
    });
    await showAdmin('?tab=server');
    await button('Send a test mail').click();
    await says(news(), text);
  });

  test('a state that failed is read again on demand', async () => {
    replies({ 'GET /admin/server': refuse(new ProductError('TOO_MANY_REQUESTS')) });
    await showAdmin('?tab=server');
    await says(main(), 'The state of the server could not be read');
    replies({ 'GET /admin/server': serverState() });
    await button('Try again').click();
    await says(main(), '0.2.0');
  });
});

describe('the log', () => {
  const entry = (id: string, action: 'user.disable' | 'server.registration', target: string) => ({
    id,
    at: '2026-01-02T03:04:05.000Z',
    admin: id === 'cli' ? null : { id: 'u1', name: 'Ada' },
    action,
    target,
  });

  test('tells who did what, and goes on below', async () => {
    handle('GET /admin/log', ({ query }) =>
      query.before
        ? [entry('cli', 'user.disable', 'old@example.com')]
        : Array.from({ length: 20 }, (_, at) =>
            at === 0
              ? entry('e0', 'server.registration', 'invited')
              : entry(`e${at}`, 'user.disable', `p${at}@example.com`),
          ),
    );
    await showAdmin('?tab=server');
    await says(main(), 'Ada changed who may sign up: By invitation');
    await says(main(), 'Ada disabled p1@example.com');
    await button('Older entries').click();
    await says(main(), 'The command line or a former admin disabled old@example.com');
    expect(sent('GET /admin/log').at(-1)!.query.before).toBe('e19');
    await expect.element(button('Older entries')).not.toBeInTheDocument();
  });

  test.each([
    [[], 'Nothing yet.'],
    [refuse(new ProductError('TOO_MANY_REQUESTS' satisfies ErrorCode)), 'Too many requests.'],
  ])('empty, or not to be had', async (reply, text) => {
    replies({ 'GET /admin/log': reply });
    await showAdmin('?tab=server');
    await says(page.getByRole('region', { name: 'What admins did' }), text);
  });
});
