import { ProductError } from '@clipline/contract/errors.ts';
import type { Security } from '@clipline/contract/schemas/security.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { CREATION, fakePasskeys, PASSKEY, security } from '../../testing/fake-passkeys.ts';
import { handle, refuse, replies, sent } from '../../testing/fake-server.ts';
import { button, dialog, field, main, news, primaries, says, show } from '../../testing/show.tsx';
import { subscription } from '../../testing/things.ts';

const APP = { addedAt: '2026-01-02T03:04:05.000Z' };
const ON = { on: true, since: APP.addedAt, requiredFrom: null };
const CODES = Array.from({ length: 10 }, (_, at) => `ABCDE-FGH${at}J`);
const SECRET = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/x?secret=JBSWY3',
};
const card = () => page.getByRole('region', { name: 'Sign-in and security' });
const twoStep = () => page.getByRole('switch', { name: 'Two-step sign-in' });
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });

beforeEach(() =>
  replies({
    'GET /account': {
      name: 'Ada',
      email: 'ada@example.com',
      createdAt: APP.addedAt,
      newClipsOpen: true,
      isAdmin: false,
      hasPassword: true,
    },
    'GET /account/sessions': [],
    'GET /account/tokens': [],
    'GET /billing/subscription': subscription(),
    'POST /account/passkeys/options': CREATION,
    'POST /account/passkeys': PASSKEY,
  }),
);

async function open(more: Partial<Security> = {}): Promise<void> {
  replies({ 'GET /account/security': security(more) });
  await show('/account');
  await expect.element(twoStep()).toBeVisible();
}

describe('passkeys', () => {
  test('the first is added, and the switch is the next step', async () => {
    fakePasskeys();
    handle('POST /account/passkeys', () => {
      replies({ 'GET /account/security': security({ passkeys: [PASSKEY] }) });
      return PASSKEY;
    });
    replies({ 'POST /account/two-step': { recoveryCodes: CODES } });
    await open();
    await expect.element(twoStep()).toBeDisabled();
    await says(card(), 'Add a passkey or an authenticator app first.');
    await button('Add a passkey').click();
    await says(dialog(), 'After your password, ask for a second step.');
    expect(sent('POST /account/passkeys')[0]!.body).toMatchObject({ response: { id: 'AQID' } });
    await inDialog('Turn it on').click();
    await says(dialog(), CODES.at(-1)!);
    await inDialog('I have saved them').click();
    await says(card(), 'Chrome on LinuxAdded Jan 2, never used');
  });

  test('thinking better of it adds nothing', async () => {
    fakePasskeys().refusal = 'NotAllowedError';
    await open();
    await button('Add a passkey').click();
    await expect.poll(() => sent('POST /account/passkeys/options').length).toBe(1);
    await expect.element(button('Add a passkey')).toBeEnabled();
    expect(sent('POST /account/passkeys')).toEqual([]);
  });

  test.each([
    ['InvalidStateError', 'This passkey is there already.'],
    ['UnknownError', 'The passkey could not be used. Please try again.'],
  ])('%s: %s', async (refusal, text) => {
    fakePasskeys().refusal = refusal;
    await open();
    await button('Add a passkey').click();
    await says(news(), text);
  });

  test('one is renamed, and removed once it is confirmed', async () => {
    fakePasskeys();
    await open({ passkeys: [{ ...PASSKEY, lastUsedAt: APP.addedAt }], authenticator: APP });
    await says(card(), /Added Jan 2, last used/);
    await expectAccessible();
    await page.viewport(1280, 800);
    replies({ 'PATCH /account/passkeys/{id}': { ...PASSKEY, name: 'Key' } });
    await button('Rename Chrome on Linux').click();
    // The page behind it has such a field too.
    const name = dialog().getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('  ');
    await inDialog('Save').click();
    await says(dialog(), 'Enter a name');
    await name.fill(' Key ');
    await inDialog('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(sent('PATCH /account/passkeys/{id}')[0]!.body).toEqual({ name: 'Key' });
    handle('DELETE /account/passkeys/{id}', () => {
      replies({ 'GET /account/security': security({ authenticator: APP }) });
      return undefined;
    });
    await button('Remove Chrome on Linux').click();
    await inDialog('Remove').click();
    await says(news(), 'Passkey removed');
    await expect.element(card()).not.toHaveTextContent('Chrome on Linux');
  });

  test('the last method stays while two-step sign-in is on', async () => {
    replies({ 'DELETE /account/passkeys/{id}': refuse(new ProductError('LAST_METHOD')) });
    await open({ passkeys: [PASSKEY], twoStep: ON, recoveryCodes: { left: 10 } });
    await button('Remove Chrome on Linux').click();
    await inDialog('Remove').click();
    await says(news(), 'Turn two-step sign-in off first.');
  });

  test('where they cannot work it is said why, and those of a former address for which', async () => {
    await open({ passkeys: [{ ...PASSKEY, rpId: 'old.example', works: false }] });
    await says(card(), 'This works over HTTPS only. Ask whoever runs this server.');
    await says(card(), 'Made for old.example. It does not work here.');
    await expect.element(button('Add a passkey')).not.toBeInTheDocument();
    await expect.element(twoStep()).toBeDisabled();
  });

  test('a browser without WebAuthn is offered none', async () => {
    fakePasskeys();
    vi.stubGlobal('PublicKeyCredential', undefined);
    await open();
    await expect.element(button('Add a passkey')).not.toBeInTheDocument();
  });
});

describe('the authenticator app', () => {
  test('is set up: a code, the secret as text, and six digits', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    replies({
      'POST /account/authenticator': SECRET,
      'PUT /account/authenticator': refuse(new ProductError('WRONG_CODE')),
    });
    await open();
    await button('Set up Authenticator app').click();
    await says(dialog(), 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP');
    await expect
      .element(dialog().getByRole('img'))
      .toHaveAccessibleName('Code for your authenticator app');
    await expectAccessible();
    await page.viewport(1280, 800);
    await inDialog('Copy').click();
    await says(news(), 'Secret copied');
    await inDialog('Confirm').click();
    await says(dialog(), 'Please type the code.');
    await field('Six digits').fill('111111');
    await says(dialog(), 'That code is not right.');
    handle('PUT /account/authenticator', () => {
      replies({ 'GET /account/security': security({ authenticator: APP }) });
      return undefined;
    });
    await field('Six digits').fill('222222');
    await inDialog('Not now').click();
    await says(card(), 'Added Jan 2');
    await expect.element(twoStep()).not.toBeChecked();
  });

  test('closed in the middle nothing has changed', async () => {
    replies({ 'POST /account/authenticator': SECRET });
    await open();
    await button('Set up Authenticator app').click();
    await field('Six digits').fill('1111');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(sent('PUT /account/authenticator')).toEqual([]);
  });

  test('what took too long is told, in the form', async () => {
    const error = new ProductError('AUTHENTICATOR_NOT_WAITING');
    replies({ 'POST /account/authenticator': SECRET, 'PUT /account/authenticator': refuse(error) });
    await open();
    await button('Set up Authenticator app').click();
    await field('Six digits').fill('111111');
    await says(dialog(), error.message);
  });

  test('is removed', async () => {
    handle('DELETE /account/authenticator', () => {
      replies({ 'GET /account/security': security() });
      return undefined;
    });
    await open({ authenticator: APP });
    await button('Remove Authenticator app').click();
    await inDialog('Remove').click();
    await expect.element(button('Set up Authenticator app')).toBeVisible();
  });
});

describe('two-step sign-in', () => {
  test('is turned on: codes that are shown once, and cannot be closed by mistake', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    handle('POST /account/two-step', () => {
      const on = security({ authenticator: APP, twoStep: ON, recoveryCodes: { left: 10 } });
      replies({ 'GET /account/security': on });
      return { recoveryCodes: CODES };
    });
    await open({ authenticator: APP });
    await twoStep().click();
    await says(dialog(), 'Save these codes. Each works once, when you have nothing else.');
    await expect.poll(primaries).toEqual(['I have saved them']);
    await expectAccessible();
    await page.viewport(1280, 800);
    await userEvent.keyboard('{Escape}');
    await expect.element(inDialog('Close')).not.toBeInTheDocument();
    await inDialog('Copy').click();
    await says(news(), 'Codes copied');
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith(`${CODES.join('\n')}\n`);
    await inDialog('I have saved them').click();
    await expect.element(twoStep()).toBeChecked();
    await says(card(), 'Recovery codes10 of 10 left');
  });

  test('in two windows: it is on already, and shown so', async () => {
    handle('POST /account/two-step', () => {
      replies({ 'GET /account/security': security({ authenticator: APP, twoStep: ON }) });
      return refuse(new ProductError('TWO_STEP_ON'));
    });
    await open({ authenticator: APP });
    await twoStep().click();
    await says(news(), 'Two-step sign-in is on already.');
    await expect.element(twoStep()).toBeChecked();
  });

  test('is turned off', async () => {
    handle('DELETE /account/two-step', () => {
      replies({ 'GET /account/security': security({ authenticator: APP }) });
      return undefined;
    });
    await open({ authenticator: APP, twoStep: ON, recoveryCodes: { left: 1 } });
    await twoStep().click();
    await expect.element(twoStep()).not.toBeChecked();
    await expect.element(button('New codes')).not.toBeInTheDocument();
  });

  test('new codes take the place of the old ones', async () => {
    replies({ 'POST /account/recovery-codes': { recoveryCodes: CODES } });
    await open({ authenticator: APP, twoStep: ON, recoveryCodes: { left: 1 } });
    await says(card(), '1 of 10 left');
    await button('New codes').click();
    await inDialog('New codes').click();
    await says(dialog(), CODES[0]!);
  });

  test('is not there where the provider decides', async () => {
    replies({ 'GET /account/security': security({ off: true }) });
    await show('/account');
    await says(main(), 'Secrets');
    await expect.element(card()).not.toBeInTheDocument();
  });
});
