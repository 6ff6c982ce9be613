import { ProductError } from '@clipline/contract/errors.ts';
import type { ApiToken } from '@clipline/contract/schemas/programs.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, noReply, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { confirmed } from '../../testing/fake-passkeys.ts';
import { button, dialog, field, main, news, says, select, show } from '../../testing/show.tsx';
import { subscription, PROFILE } from '../../testing/things.ts';

const THEN = '2026-01-02T03:04:05.000Z';
const BACKUP: ApiToken = {
  id: 't1',
  name: 'Backup',
  scopes: ['clips:read', 'export'],
  start: 'clp_abcdefghi',
  createdAt: THEN,
  lastUsedAt: null,
  expiresAt: null,
};
const tokens = () => page.getByRole('list', { name: 'API tokens' });
const password = () => page.getByLabelText('Your password', { exact: true });
const scope = (name: string) => dialog().getByRole('checkbox', { name });

beforeEach(() =>
  replies({
    'GET /account': PROFILE,
    'GET /account/sessions': [],
    'GET /account/tokens': [BACKUP],
    'GET /billing/subscription': subscription(),
  }),
);

test('says what each may do, when it was used, and when it ends', async () => {
  replies({
    'GET /account/tokens': [
      BACKUP,
      {
        ...BACKUP,
        id: 't2',
        name: 'Phone',
        lastUsedAt: new Date().toISOString(),
        expiresAt: '2099-05-06T07:08:09.000Z',
      },
      { ...BACKUP, id: 't3', name: 'Old', expiresAt: THEN },
    ],
  });
  await show('/account');
  const [first, second, third] = [0, 1, 2].map((at) => tokens().getByRole('listitem').nth(at));
  await says(first!, 'Backup');
  await says(first!, 'clp_abcdefghi…');
  await says(first!, 'May read your clips');
  await says(first!, 'export all your data');
  await says(first!, 'Not used yet · never ends');
  await says(second!, 'Used just now · ends');
  await says(third!, 'Not used yet · ended');
  await expectAccessible();
});

describe('a new one', () => {
  const open = async () => {
    await show('/account');
    await button('New token').click();
    await expect.element(dialog()).toBeVisible();
  };
  const create = () => dialog().getByRole('button', { name: 'Create token' }).click();
  const fill = async () => {
    await field('Name').last().fill(' Command line ');
    await scope('read your clips').click({ force: true });
    await scope('share your clips, and so read and change them').click({ force: true });
  };

  test('needs a name and something to do', async () => {
    await open();
    await create();
    await says(dialog(), 'Please give it a name.');
    await says(dialog(), 'Please choose what it may do.');
    expect(sent('POST /account/tokens')).toEqual([]);
  });

  test('is shown once, can be copied, and stands in the list', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const made: ApiToken = { ...BACKUP, id: 't2', name: 'Command line' };
    handle('POST /account/tokens', () => {
      replies({ 'GET /account/tokens': [made, BACKUP] });
      return { ...made, token: 'clp_abcdefghijklmnop' };
    });
    await open();
    await fill();
    await select('Ends', 'After 30 days');
    await create();
    await says(dialog(), 'Copy it now: it is shown this once.');
    await expect
      .poll(() => sent('POST /account/tokens')[0]!.body)
      .toEqual({
        name: 'Command line',
        scopes: ['clips:read', 'links'],
        expiresInDays: 30,
      });
    await expect.element(field('API token')).toHaveValue('clp_abcdefghijklmnop');
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await says(news(), 'Token copied');
    await expect
      .poll(() => navigator.clipboard.writeText)
      .toHaveBeenCalledWith('clp_abcdefghijklmnop');
    await dialog().getByRole('button', { name: 'Done' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await says(tokens(), 'Command line');
    // Opened again it begins anew.
    await button('New token').click();
    await expect.element(field('Name').last()).toHaveValue('');
    await expect.element(scope('read your clips')).not.toBeChecked();
  });

  test('may live for ever', async () => {
    replies({ 'POST /account/tokens': { ...BACKUP, token: 'clp_a' } });
    await open();
    await fill();
    await select('Ends', 'Never');
    await create();
    await says(dialog(), 'Token created');
    await expect.poll(() => sent('POST /account/tokens')[0]!.body.expiresInDays).toBeNull();
  });

  test('is made once it is confirmed', async () => {
    handle('POST /account/tokens', confirmed({ ...BACKUP, token: 'clp_a' }));
    await open();
    await fill();
    await create();
    await password().fill('secret');
    await button('Confirm').click();
    await says(dialog(), 'Token created');
  });

  test.each([
    [refuse(new ProductError('TOO_MANY_TOKENS')), new ProductError('TOO_MANY_TOKENS').message],
    [noReply(), 'Could not reach the server.'],
  ])('another failure is told in the form (%#)', async (reply, reason) => {
    replies({ 'POST /account/tokens': reply });
    await open();
    await fill();
    await create();
    await says(dialog(), reason);
  });

  test('while it is made a second press makes no other', async () => {
    handle('POST /account/tokens', silence);
    await open();
    await fill();
    await create();
    await expect.poll(() => sent('POST /account/tokens').length).toBe(1);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent('POST /account/tokens')).toHaveLength(1);
  });
});

describe('ending one', () => {
  const end = async () => {
    await show('/account');
    await button('End Backup').click();
    await says(dialog(), 'End “Backup”?');
    await dialog().getByRole('button', { name: 'End' }).click();
  };

  test('asks before, and tells after', async () => {
    handle('DELETE /account/tokens/{id}', () => {
      replies({ 'GET /account/tokens': [] });
      return { message: 'Ended' };
    });
    await end();
    await says(news(), 'Token ended');
    await expect.poll(() => sent('DELETE /account/tokens/{id}')[0]!.params).toEqual({ id: 't1' });
    await expect.element(tokens()).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('focus goes on to the next one', async () => {
    const next = { ...BACKUP, id: 't2', name: 'Phone' };
    replies({ 'GET /account/tokens': [BACKUP, next] });
    handle('DELETE /account/tokens/{id}', () => {
      replies({ 'GET /account/tokens': [next] });
      return { message: 'Ended' };
    });
    await end();
    await expect.element(button('End Phone')).toHaveFocus();
  });

  test('a failure is told', async () => {
    replies({ 'DELETE /account/tokens/{id}': noReply() });
    await end();
    await says(news(), 'Failed to end the token');
    await says(tokens(), 'Backup');
  });
});

test('the way to a program that shows a code', async () => {
  await show('/account');
  await expect
    .element(main().getByRole('link', { name: 'on this page' }))
    .toHaveAttribute('href', '/device');
});
