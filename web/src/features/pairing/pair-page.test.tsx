import { type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, noReply, refuse, replies, sent } from '../../testing/fake-server.ts';
import { connected, hear, tell } from '../../testing/fake-socket.ts';
import { arrives, button, field, news, says, show } from '../../testing/show.tsx';

const LATER = '2099-01-01T00:00:00.000Z';
const TOKEN = 'sharesharesharesharesharesharesharesharesha';
const OPENED = {
  id: 'pairing',
  opener: 'opener',
  code: 'K7MQ2P',
  url: 'http://app.example/pair#tokentokentokentokento',
  expiresAt: LATER,
};
const JOINED = { claim: 'claim', digits: '42', device: 'Firefox on Windows', expiresAt: LATER };
const PAIRED = { shareToken: TOKEN, until: LATER };
const DESKTOP = { id: 'desktop', network_id: 'network', pairedUntil: LATER };
const SHARED = { desktop: DESKTOP, items: [] };
const main = () => page.getByRole('main');
const failing = (code: ErrorCode) => refuse(new ProductError(code));
const at = (state: 'open' | 'joined' | 'allowed' | 'refused') => ({
  state,
  device: state === 'open' ? null : 'Chrome on Android',
  digits: state === 'open' ? null : '42',
  expiresAt: LATER,
});

beforeEach(() => {
  replies({
    'POST /pair': OPENED,
    'GET /pair/{id}': at('open'),
    'POST /pair/join': JOINED,
    'POST /pair/session': failing('AUTHORIZATION_PENDING'),
    'GET /virtual-desktop/shared/{id}': SHARED,
  });
  hear('join:desktop:network', () => ({ ok: true, ...SHARED }));
});
afterEach(() => sessionStorage.clear());

test('a code is shown, the other device asks, and Allow leads to the desktop of both', async () => {
  await show('/pair', { as: null });
  await says(main(), 'No account needed.');
  await expectAccessible();
  await button('Show a code').click();
  await says(main(), 'K7M Q2P');
  await says(main(), 'Waiting for the other device…');
  await expect.element(page.getByRole('img', { name: 'Code for the other device' })).toBeVisible();
  await expectAccessible();
  replies({ 'GET /pair/{id}': at('joined') });
  await says(main(), '“Chrome on Android” wants to connect.');
  await says(main(), 'It shows 42.');
  await expectAccessible();
  replies({ 'POST /pair/{id}/decision': noReply() });
  await button('Allow').click();
  await expect.poll(() => sent('POST /pair/{id}/decision').length).toBe(1);
  replies({ 'POST /pair/{id}/decision': PAIRED });
  await button('Allow').click();
  await arrives(`/desktop/shared/${TOKEN}`);
  const [first, second] = sent('POST /pair/{id}/decision');
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  expect(second?.headers['x-pair-opener']).toBe('opener');
  expect(second?.authorization).toBeNull();
});

test('a code is typed as people type, and a wrong one says so at the field', async () => {
  replies({ 'POST /pair/join': failing('PAIR_CODE_INVALID') });
  await show('/pair');
  await field('Enter the code').fill('k7m-q2p');
  await userEvent.keyboard('{Enter}');
  await says(main(), 'No device shows this code. Check it, or ask for a new one.');
  replies({ 'POST /pair/join': JOINED });
  await button('Connect').click();
  await says(main(), '“Firefox on Windows” shows 42, too.');
  await says(main(), 'Waiting for it to allow you…');
  await expectAccessible();
  expect(sent('POST /pair/join').at(-1)?.body).toEqual({ code: 'k7m-q2p' });
  replies({ 'POST /pair/session': PAIRED });
  await arrives(`/desktop/shared/${TOKEN}`);
});

test('what was scanned waits for a press, leaves the address, and outlives a reload', async () => {
  const tab = await show('/pair#tokentokentokentokento', { as: null });
  await arrives('/pair');
  await expect.element(button('Connect')).toBeVisible();
  expect(sent('POST /pair/join')).toEqual([]);
  await button('Connect').click();
  await says(main(), 'shows 42, too.');
  await tab.unmount();
  await show('/pair', { as: null });
  await says(main(), 'shows 42, too.');
  expect(sent('POST /pair/join')).toHaveLength(1);
});

test.each([
  ['ACCESS_DENIED', 'The other device did not allow it.'],
  ['EXPIRED_TOKEN', 'The time for this code is over. Start again on both devices.'],
] as const)('%s: %s', async (code, text) => {
  replies({ 'POST /pair/session': failing(code) });
  await show('/pair');
  await field('Enter the code').fill('K7MQ2P');
  await button('Connect').click();
  await says(main(), text);
  await expect.element(button('Show a code')).toBeVisible();
});

test('one that nobody joined is over, and a refusal shares nothing', async () => {
  await show('/pair');
  await button('Show a code').click();
  replies({ 'GET /pair/{id}': failing('PAIR_NOT_FOUND') });
  await says(main(), 'The time for this code is over.');
  replies({ 'GET /pair/{id}': at('joined') });
  replies({ 'POST /pair/{id}/decision': new Response(null, { status: 204 }) });
  await button('Show a code').click();
  await button('Refuse').click();
  await says(main(), 'You refused. Nothing was shared.');
});

test('the desktop says how long, is ended by either, and then says that nothing is kept', async () => {
  await show(`/desktop/shared/${TOKEN}`, { as: null });
  await expect.element(page.getByText(/^Paired until/)).toBeVisible();
  await button('End pairing').click();
  await says(page.getByRole('dialog'), 'Everything on it will be gone, for both.');
  await expectAccessible();
  handle('DELETE /virtual-desktop/shared/{id}', () => {
    replies({ 'GET /virtual-desktop/shared/{id}': failing('DESKTOP_NOT_FOUND') });
    return { message: 'Pairing ended' };
  });
  await page.getByRole('dialog').getByRole('button', { name: 'End pairing' }).click();
  await says(main(), 'This pairing has ended.');
  await says(main(), 'Nothing of it is kept.');
  await expect.element(page.getByRole('link', { name: 'Pair again' })).toBeVisible();
  await expect.element(news()).not.toMatchTextContent('Failed');
});

test('the other device is told when it was ended', async () => {
  await show(`/desktop/shared/${TOKEN}`, { as: null });
  await expect.element(page.getByText(/^Paired until/)).toBeVisible();
  await connected('join:desktop:network');
  replies({ 'GET /virtual-desktop/shared/{id}': failing('DESKTOP_NOT_FOUND') });
  tell('desktop:closed', { networkId: 'network' });
  await says(main(), 'This pairing has ended.');
  await expect.element(news()).not.toMatchTextContent('Failed');
});

test('where it is off the page says so, and nothing leads to it', async () => {
  document.body.dataset['pairing'] = 'off';
  const off = await show('/pair');
  await says(main(), 'Pairing is switched off on this server.');
  await off.unmount();
  await show('/auth', { as: null });
  await expect.element(button('Log in')).toBeVisible();
  expect(page.getByRole('link', { name: 'Pair a device' }).query()).toBeNull();
  delete document.body.dataset['pairing'];
  await expect.element(page.getByRole('link', { name: 'Pair a device' })).toBeVisible();
});
