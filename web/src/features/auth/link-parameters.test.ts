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

const SHORT = 'abcdefghij-klmnopq_123';
const LONG = `${SHORT}${SHORT.slice(1)}`;

test.each(['', '%20', '%20%20', '.', ')', '&utm_source=mail', '?utm_source=mail', '%0A', '_', '-'])(
  'what stands behind a token is left out: %j',
  (rest) => {
    const read = (fragment: string) => linkParameters('', `#${fragment}${rest}`);
    expect(read(SHORT).handover).toBe(SHORT);
    expect(read(`token=${SHORT}`).setupToken).toBe(SHORT);
    expect(read(`invitation=${SHORT}`).invitation).toBe(SHORT);
    expect(read(`token=${LONG}`).confirmationToken).toBe(LONG);
    expect(read(`oidc=${LONG}`).signOnCode).toBe(LONG);
    expect(read(`refresh_token=r&access_token=${LONG}`).accessToken).toBe(LONG);
    expect(read('oidc_error=OIDC_FAILED').signOnError).toMatch(/^OIDC_FAILED/);
  },
);
