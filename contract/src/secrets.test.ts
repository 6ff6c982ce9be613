import { expect, test } from 'vitest';
import { secretIn } from './secrets.ts';

const part = 'a1B2c3D4e5F6g7H8';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N';

test.each<[text: string, kind: string]>([
  ['-----BEGIN PRIVATE KEY-----\nMIIE', 'key'],
  ['notes\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl', 'key'],
  ['-----BEGIN RSA PRIVATE KEY-----', 'key'],
  [jwt, 'token'],
  [`Authorization: Bearer ${jwt}`, 'token'],
  ...['ghp_', 'gho_', 'github_pat_', 'glpat-', 'sk-', 'AKIA', 'clipline_'].map(
    (prefix): [string, string] => [prefix + part, 'token'],
  ),
  ...['a', 'b', 'p', 'r', 's'].map(
    (letter) => [`xox${letter}-${part}`, 'token'] as [string, string],
  ),
  [`for the build: (ghp_${part}).`, 'token'],
  ['password: hunter2', 'password'],
  ['host=db\n  Passwd = correct horse', 'password'],
  ['SECRET=s', 'password'],
  ['token=abc', 'token'],
  ['API_KEY=abc', 'key'],
  ['api-key: abc', 'key'],
  ['apikey:abc', 'key'],
])('%j holds a %s', (text, kind) => {
  expect(secretIn(text)).toBe(kind);
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
  expect(secretIn(text)).toBeNull();
});

test('a long text is looked through at its beginning', () => {
  const secret = `sk-${part}`;
  expect(secretIn(' '.repeat(9000) + secret)).toBe('token');
  expect(secretIn(' '.repeat(10_000) + secret)).toBeNull();
});
