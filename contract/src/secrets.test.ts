import { expect, test } from 'vitest';
import { hasSecret, maskSecrets } from './secrets.ts';

const part = 'a1B2c3D4e5F6g7H8';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N';

const masked = (text: string) => maskSecrets(text, () => '•');

test.each<[text: string, shown: string]>([
  ['-----BEGIN PRIVATE KEY-----\nMIIE', '-----BEGIN PRIVATE KEY-----•'],
  [
    'notes\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\nbnN\n-----END OPENSSH PRIVATE KEY-----\nmine',
    'notes\n-----BEGIN OPENSSH PRIVATE KEY-----•-----END OPENSSH PRIVATE KEY-----\nmine',
  ],
  [jwt, 'eyJh•'],
  [`Authorization: Bearer ${jwt}`, 'Authorization: Bearer eyJh•'],
  ...['ghp_', 'gho_', 'github_pat_', 'glpat-', 'sk-', 'AKIA', 'clipline_'].map(
    (prefix): [string, string] => [prefix + part, `${(prefix + part).slice(0, 4)}•`],
  ),
  ...['a', 'b', 'p', 'r', 's'].map(
    (letter) => [`xox${letter}-${part}`, `xox${letter}•`] as [string, string],
  ),
  [`for the build: (ghp_${part}${part}).`, 'for the build: (ghp_•).'],
  [
    'Wi-Fi at the cabin\nname: birch-guest\npassword: correct horse\nupstairs',
    'Wi-Fi at the cabin\nname: birch-guest\npassword: •\nupstairs',
  ],
  ['host=db\n  Passwd = correct horse', 'host=db\n  Passwd = •'],
  ['SECRET=s', 'SECRET=•'],
  ['token=abc', 'token=•'],
  [`token=ghp_${part}`, 'token=•'],
  ['API_KEY=abc\r\nsecret: x', 'API_KEY=•\r\nsecret: •'],
  ['api-key: abc', 'api-key: •'],
  ['apikey:abc', 'apikey:•'],
  [`token = read();\nuse("ghp_${part}");`, 'token = read();\nuse("ghp_•");'],
])('of %j the secret alone is hidden', (text, shown) => {
  expect(masked(text)).toBe(shown);
  expect(hasSecret(text)).toBe(true);
});

test.each([
  '',
  '-----BEGIN PUBLIC KEY-----\nMIIB',
  '-----BEGIN CERTIFICATE-----',
  `ghp_${part.slice(1)}`,
  `task-${part}`,
  `mysk-${part}`,
  'password:',
  'password: \nhunter2',
  'The password is on the wall',
  'my password: hunter2',
  'tokens: 4096',
  '4f9a1c0e-7b7d-4a52-9f0d-3f1b7c2d9e11',
  '9b74c9897bac770ffc029102a200c5de9f2d1c3b4a596877',
  'const token = read();\nif (token) {\n  token = token.trim();\n}',
  'interface Login {\n  email: string;\n  password: string;\n}',
])('%j holds none', (text) => {
  expect(masked(text)).toBe(text);
  expect(hasSecret(text)).toBe(false);
});

test('a long text is looked through at its beginning', () => {
  const secret = `sk-${part}`;
  expect(hasSecret(' '.repeat(9000) + secret)).toBe(true);
  expect(hasSecret(' '.repeat(10_000) + secret)).toBe(false);
  expect(masked(`${secret}${' '.repeat(10_000)}end`)).toMatch(/^sk-a• +end$/);
});
