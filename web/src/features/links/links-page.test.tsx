import { ProductError } from '@clipline/contract/errors.ts';
import type { Link } from '@clipline/contract/schemas/links.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { USER } from '../../testing/fake-browser.ts';
import { handle, noReply, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { connected, tell } from '../../testing/fake-socket.ts';
import { arrives, button, dialog, field, main, news, says, show } from '../../testing/show.tsx';

const LINK: Link = {
  id: 'l1',
  url: 'http://localhost/s/token',
  kind: 'clip',
  clipId: 'c1',
  title: 'Buy milk',
  access: 'read',
  label: 'For Grace',
  expiresAt: null,
  maxViews: 3,
  views: 1,
  burn: false,
  hasPassword: true,
  notify: false,
  state: 'active',
  createdAt: '2026-01-02T03:04:05.000Z',
  lastOpenedAt: '2026-01-02T03:05:00.000Z',
};

beforeEach(() => replies({ 'GET /links': { links: [LINK], total: 1 } }));

test('shows each link, what it leads to and how it stands', async () => {
  await show('/links');
  await says(main(), 'For Grace');
  await says(main(), 'Active');
  await says(main(), 'Opened once');
  await says(main(), 'with a password');
  await expect
    .element(main().getByRole('link', { name: 'Buy milk' }))
    .toHaveAttribute('href', '/clips/c1');
  await expect.poll(() => sent('GET /links')[0]!.query).toEqual({ page: 1, pageSize: 20 });
});

test('with one that is revoked focus goes to the next that works', async () => {
  const held = [LINK, { ...LINK, id: 'l2', label: 'For Joan' }];
  handle('GET /links', () => ({ links: held, total: 2 }));
  handle('DELETE /links/{id}', () => {
    held[0] = { ...LINK, state: 'revoked' };
    return { message: 'Revoked' };
  });
  await show('/links');
  await button('Revoke: For Grace').click();
  await expect.element(button('Copy link: For Joan')).toHaveFocus();
});

test('loads', async () => {
  handle('GET /links', silence);
  await show('/links');
  await expect.element(page.getByText('Loading links...')).toBeInTheDocument();
});

test('none', async () => {
  replies({ 'GET /links': { links: [], total: 0 } });
  await show('/links');
  await says(main(), 'You have not shared anything by link yet.');
  await expect.element(button('Revoke all')).not.toBeInTheDocument();
});

test('a list that failed is read again on demand', async () => {
  replies({ 'GET /links': refuse(new ProductError('TOO_MANY_REQUESTS')) });
  // A connection would read it again too.
  await show('/links', { connects: false });
  await says(main(), 'The links could not be loaded');
  replies({ 'GET /links': { links: [LINK], total: 1 } });
  await button('Try again').click();
  await says(main(), 'For Grace');
});

test('one state is asked for, from its first page', async () => {
  handle('GET /links', ({ query }) =>
    query.state ? { links: [], total: 0 } : { links: [LINK], total: 41 },
  );
  await show('/links');
  await button('Next').click();
  await expect.poll(() => sent('GET /links').at(-1)!.query.page).toBe(2);
  await main().getByRole('combobox', { name: 'State' }).selectOptions('Revoked');
  await says(main(), 'No links in this state.');
  await expect
    .poll(() => sent('GET /links').at(-1)!.query)
    .toMatchObject({ state: 'revoked', page: 1 });
});

test('with the last of the last page the page before is shown, of its state', async () => {
  const held = { total: 21 };
  handle('GET /links', ({ query }) => ({
    links: (query.page === 2) === held.total > 20 ? [LINK] : [],
    total: held.total,
  }));
  handle('DELETE /links/{id}', () => {
    held.total = 20;
    return { message: 'Revoked' };
  });
  await show('/links?state=active&page=2');
  await button('Revoke: For Grace').click();
  await arrives('/links?state=active');
  await says(main(), 'For Grace');
  await expect
    .poll(() => sent('GET /links').at(-1)!.query)
    .toMatchObject({ state: 'active', page: 1 });
});

test('a dead link can neither be shown nor changed', async () => {
  replies({ 'GET /links': { links: [{ ...LINK, state: 'revoked' }], total: 1 } });
  await show('/links');
  await expect.element(button('Openings: For Grace')).toBeVisible();
  await expect.element(button('QR code: For Grace')).not.toBeInTheDocument();
  await expect.element(button('Edit: For Grace')).not.toBeInTheDocument();
});

test('who has it open leaves where it gets a password, unless that is declined', async () => {
  replies({ 'PATCH /links/{id}': LINK });
  await show('/links');
  const leave = () =>
    dialog().getByRole('checkbox', { name: 'Also close it for those who have it open' });
  for (const closeOpened of [true, false]) {
    await button('Edit: For Grace').click();
    await expect.element(dialog().getByRole('checkbox', { name: 'Password' })).toBeChecked();
    expect(leave().query()).toBeNull();
    await field('New password').fill('correct horse');
    await expect.element(leave()).toBeChecked();
    if (!closeOpened) await leave().click({ force: true });
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect
      .poll(() => sent('PATCH /links/{id}').at(-1)?.body)
      .toMatchObject({ password: 'correct horse', closeOpened });
  }
});

test('its openings are told', async () => {
  replies({
    'GET /links/{id}/openings': [{ id: 'o1', at: '2026-01-02T03:05:00.000Z', browser: 'Firefox' }],
  });
  await show('/links');
  await button('Openings: For Grace').click();
  await says(dialog(), 'Firefox');
  await expect.poll(() => sent('GET /links/{id}/openings')[0]!.params).toEqual({ id: 'l1' });
});

describe('revoking all', () => {
  const revoke = async () => {
    await show('/links');
    await button('Revoke all').click();
    await says(dialog(), 'Nobody can open them any more');
    expect(sent('POST /links/revoke-all')).toEqual([]);
    await dialog().getByRole('button', { name: 'Revoke all' }).click();
  };

  test('asks before, and tells after', async () => {
    replies({ 'POST /links/revoke-all': { revoked: 3 } });
    await revoke();
    await says(news(), '3 links revoked');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('a failure leaves the question', async () => {
    replies({ 'POST /links/revoke-all': noReply() });
    await revoke();
    await says(news(), 'The link could not be revoked');
    await expect.element(dialog()).toBeVisible();
  });
});

test('a plan without links says so', async () => {
  await show('/links', { as: { ...USER, plan: 'basic' } });
  await says(main(), 'Not in your plan');
  await expect.element(button('Create a drop link…')).toBeDisabled();
  await says(main(), 'For Grace');
});

test('signed out, the way leads over the log-in', async () => {
  await show('/links', { as: null });
  await arrives('/auth');
});

test('follows what another device does', async () => {
  await show('/links');
  await connected();
  await says(main(), 'Active');
  await button('QR code: For Grace').click();
  await expect.element(dialog()).toBeVisible();
  replies({ 'GET /links': { links: [{ ...LINK, state: 'revoked' }], total: 1 } });
  tell('links:changed', { clipId: 'c1' });
  await expect.element(dialog()).not.toBeInTheDocument();
  await says(main(), 'Revoked');
});

test('what is over by the clock says so', async () => {
  const expiresAt = new Date(Date.now() + 3000).toISOString();
  replies({ 'GET /links': { links: [{ ...LINK, expiresAt }], total: 1 } });
  await show('/links');
  await says(main(), 'Expired');
});
