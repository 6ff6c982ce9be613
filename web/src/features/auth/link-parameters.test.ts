import { expect, test } from 'vitest';
import { linkParameters, saysExpired } from './link-parameters.ts';

test('secrets are read from the fragment only', () => {
  const secrets = 'token=t&access_token=a&refresh_token=r';
  expect(linkParameters('', `#${secrets}&type=recovery`)).toMatchObject({
    confirmationToken: 't',
    accessToken: 'a',
    refreshToken: 'r',
  });
  expect(linkParameters(`?${secrets}`, '')).toMatchObject({
    confirmationToken: null,
    accessToken: null,
    refreshToken: null,
  });
});

test.each(['expired', 'Link EXPIRED', 'past its expiry', 'it expires after a day'])(
  '"%s" is expiry, in query and fragment',
  (description) => {
    const text = new URLSearchParams({
      error: 'access_denied',
      error_description: description,
    }).toString();
    expect(saysExpired(linkParameters(`?${text}`, ''))).toBe(true);
    expect(saysExpired(linkParameters('', `#${text}`))).toBe(true);
  },
);

test('another error, or none, is no expiry', () => {
  expect(saysExpired(linkParameters('?error=server_error&error_description=expired', ''))).toBe(
    false,
  );
  expect(saysExpired(linkParameters('?error=access_denied', ''))).toBe(false);
  expect(saysExpired(linkParameters('?error_description=expired', ''))).toBe(false);
});

test('a foreign description is cut', () => {
  expect(
    linkParameters(`?error=x&error_description=${'a'.repeat(5000)}`, '').errorDescription,
  ).toHaveLength(300);
});
