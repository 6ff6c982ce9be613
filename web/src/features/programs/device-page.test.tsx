import { ProductError } from '@clipline/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { handle, noReply, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { arrives, button, field, main, says, show } from '../../testing/show.tsx';

const type = async (code: string) => {
  await show('/device');
  await field('Code').fill(code);
  await button('Continue').click();
};

beforeEach(() =>
  replies({
    'GET /auth/device': {
      name: 'Backup',
      scopes: ['clips:read'],
      askedAt: new Date().toISOString(),
    },
  }),
);

test('the one field has focus; without a code nothing is asked', async () => {
  await show('/device');
  await expect.element(field('Code')).toHaveFocus();
  await button('Continue').click();
  await says(main(), 'Please type the code that the program shows.');
  expect(sent('GET /auth/device')).toEqual([]);
});

test('says what asks, and warns', async () => {
  replies({
    'GET /auth/device': {
      name: 'Backup',
      scopes: ['clips:read', 'clips:write'],
      askedAt: new Date().toISOString(),
    },
  });
  await type('abcd-efgh');
  await says(main(), 'Allow “Backup” to ');
  await says(main(), 'read your clips');
  await says(main(), 'save, change and delete clips');
  await says(main(), 'Asked just now');
  await says(main(), 'Only go on if you started this yourself.');
  await expect.poll(() => sent('GET /auth/device')[0]!.query).toEqual({ user_code: 'abcd-efgh' });
});

test.each([
  ['Allow', true, '“Backup” is signed in'],
  ['Refuse', false, '“Backup” was refused'],
])('%s', async (name, allow, text) => {
  replies({ 'POST /auth/device/decision': { message: 'Done' } });
  await type('ABCDEFGH');
  await button(name).click();
  await says(main().getByRole('status').last(), text);
  await expect
    .poll(() => sent('POST /auth/device/decision')[0]!.body)
    .toEqual({ user_code: 'ABCDEFGH', allow });
});

test('while it is decided neither can be pressed', async () => {
  handle('POST /auth/device/decision', silence);
  await type('ABCDEFGH');
  await button('Allow').click();
  await expect.element(button('Refuse')).toBeDisabled();
  await expect.poll(() => sent('POST /auth/device/decision')).toHaveLength(1);
});

test('a code that nothing waits with is typed anew', async () => {
  const error = new ProductError('DEVICE_CODE_INVALID');
  replies({ 'GET /auth/device': refuse(error) });
  await type('WRONG');
  await expect.element(field('Code')).toHaveAccessibleDescription(error.message);
  await expect.element(field('Code')).toHaveValue('WRONG');
});

test('a code that ended meanwhile leads back to the field', async () => {
  const error = new ProductError('DEVICE_CODE_INVALID');
  replies({ 'POST /auth/device/decision': refuse(error) });
  await type('ABCDEFGH');
  await button('Allow').click();
  await expect.element(field('Code')).toHaveAccessibleDescription(error.message);
});

test('another failure leaves the question', async () => {
  replies({ 'POST /auth/device/decision': noReply() });
  await type('ABCDEFGH');
  await button('Allow').click();
  await says(main().getByRole('alert'), 'Could not reach the server.');
  await expect.element(button('Allow')).toBeEnabled();
});

test('signed out, the way leads over the log-in', async () => {
  await show('/device', { as: null });
  await arrives('/auth');
});
