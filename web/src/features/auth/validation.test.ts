import { expect, test } from 'vitest';
import {
  checkLogin,
  checkNewPassword,
  checkRegistration,
  checkResetRequest,
} from './validation.ts';

const registration = {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'eight888',
  confirmPassword: 'eight888',
};

test('what is well has no error', () => {
  expect(checkRegistration(registration)).toEqual({});
  expect(checkLogin({ email: ' ada@example.com ', password: 'x' })).toEqual({});
  expect(checkResetRequest({ email: 'ada@example.com' })).toEqual({});
  expect(checkNewPassword('sixsix', 'sixsix')).toBeNull();
});

test.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'a da@example.com',
  'ada@example.com.',
  'ada@exa mple.com',
])('%s is no address', (email) => {
  expect(checkResetRequest({ email })).toEqual({ email: 'Email is invalid' });
});

test('each registration field has its own words', () => {
  expect(checkRegistration({ name: ' \t', email: ' ', password: '', confirmPassword: '' })).toEqual(
    {
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
    },
  );
  expect(
    checkRegistration({ ...registration, password: 'seven77', confirmPassword: 'Seven77' }),
  ).toEqual({
    password: 'Password must be at least 8 characters',
    confirmPassword: 'Passwords do not match',
  });
});

test('a new password is compared before it is measured', () => {
  expect(checkNewPassword('abc', 'abd')).toEqual({
    field: 'confirmation',
    text: 'Passwords do not match.',
  });
  expect(checkNewPassword('five5', 'five5')).toEqual({
    field: 'password',
    text: 'Password must be at least 6 characters long.',
  });
});

test('a name has a maximum, and says so', () => {
  expect(checkRegistration({ ...registration, name: 'a'.repeat(100) })).toEqual({});
  expect(checkRegistration({ ...registration, name: 'a'.repeat(101) })).toEqual({
    name: 'At most 100 characters.',
  });
});
