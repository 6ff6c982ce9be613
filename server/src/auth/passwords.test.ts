import { afterEach, expect, test } from 'vitest';
import { LOW_COST } from '../../testing/factories.ts';
import {
  hashPassword,
  matchPassword,
  setHashingCost,
  signUpSalt,
  unusableHash,
  verifyPassword,
} from './passwords.ts';

afterEach(() => setHashingCost(LOW_COST));

test('a password is kept as an argon2id string with a salt of its own', async () => {
  setHashingCost();
  const [one, other] = await Promise.all([
    hashPassword('correct horse'),
    hashPassword('correct horse'),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await verifyPassword(one, 'correct horse')).toBe(true);
  expect(await verifyPassword(one, 'correct hors')).toBe(false);
});

test('the parameters are the ones in the string, those of the reference implementation understood', async () => {
  // From the reference implementation's own tests: password, somesalt, two passes, 64 MiB.
  const reference =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword(reference, 'password')).toBe(true);
  expect(await verifyPassword(reference, 'differentpassword')).toBe(false);
});

test('keyboards that spell an accent differently type the same password', async () => {
  expect(
    await verifyPassword(
      await hashPassword('pässwörd'.normalize('NFD')),
      'pässwörd'.normalize('NFC'),
    ),
  ).toBe(true);
});

test('without a hash no password is right, not even a made-up one', async () => {
  expect(await verifyPassword(undefined, '')).toBe(false);
});

test('a limit reached while waiting stops the work', async () => {
  const reached = new Error('limit');
  await expect(
    verifyPassword(undefined, 'x', { from: 'here', beforeWork: () => Promise.reject(reached) }),
  ).rejects.toBe(reached);
});

test('a password is matched with the account first, then with sign-ups that share their salt', async () => {
  const salt = signUpSalt('secret', 'ada@example.com');
  const [account, one, other] = [
    await hashPassword('of the account'),
    await hashPassword('of one sign-up', { salt }),
    await hashPassword('of another sign-up', { salt }),
  ];
  expect(await hashPassword('of one sign-up', { salt })).toBe(one);
  const match = (password: string, known = { account, signUps: [one, other] }) =>
    matchPassword(known, password, { from: 'here' });
  expect(await match('of the account')).toBe('account');
  expect(await match('of one sign-up')).toBe('sign-up');
  expect(await match('of another sign-up')).toBe('sign-up');
  expect(await match('of nobody')).toBeUndefined();
  expect(await match('', { account: unusableHash(), signUps: [] })).toBeUndefined();
});
