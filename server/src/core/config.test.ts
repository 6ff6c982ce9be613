import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadConfig, options } from '../config.ts';
import { ConfigError, keepDataFromOthers } from './config.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'clipline-config-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = 's'.repeat(32);
const SSO = {
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'clipline',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_NAME: 'Home',
};
const load = (environment: Record<string, string>) =>
  loadConfig({ DATA_DIR: folder, ...environment });

test.each<[string, Record<string, string>]>([
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '3000.5' }],
  ['PORT', { PORT: '1e3' }],
  ['PORT', { PORT: '0x10' }],
  ['DATA_DIR', { DATA_DIR: '/dev/null/data' }],
  ['DATA_DIR', { DATA_DIR: '/dev/null' }],
  ['DATA_DIR', { DATA_DIR: '/proc/clipline/data' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'clips.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://clips.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://clips.example.com/app' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://clips.example.com/?a' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://user@clips.example.com' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/clips', APP_SECRET: secret }],
  ['DATABASE_URL', { DATABASE_URL: 'nonsense', APP_SECRET: secret }],
  ['REDIS_URL', { REDIS_URL: 'http://localhost', APP_SECRET: secret }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.com' }],
  ['SMTP_URL must be', { SMTP_URL: 'user@mail.example.com' }],
  ['SMTP_URL needs # / ? and %', { SMTP_URL: 'smtp://user:pa#ss@host' }],
  ['SMTP_URL needs # / ? and %', { SMTP_URL: 'smtp://user:12#ss@host' }],
  ['SMTP_URL needs # / ? and %', { SMTP_URL: 'smtp://user:pa/ss@host' }],
  ['SMTP_URL needs # / ? and %', { SMTP_URL: 'smtp://user:pa?ss@host' }],
  ['SMTP_URL needs # / ? and %', { SMTP_URL: 'smtps://user:100%@host' }],
  ['DATABASE_URL needs # / ? and %', { DATABASE_URL: 'postgres://u:p#w@h/db', APP_SECRET: secret }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 's3://bucket' }],
  ['MAX_FILE_MB', { MAX_FILE_MB: '0' }],
  ['MAX_FILE_MB', { MAX_FILE_MB: '1.5' }],
  ['MAX_FILE_MB', { MAX_FILE_MB: '65537', STORAGE_PER_PERSON_MB: '100000' }],
  ['MAX_FILE_MB', { MAX_FILE_MB: '20481' }],
  [
    'S3_BUCKET',
    { S3_ENDPOINT: 'http://localhost:9000', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
  ],
  ['S3_ACCESS_KEY_ID', { S3_ENDPOINT: 'http://localhost:9000', S3_BUCKET: 'clips' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  ['STRIPE_API_BASE', { STRIPE_API_BASE: 'localhost' }],
  ['REGISTRATION', { REGISTRATION: 'perhaps' }],
  ['PASSWORDS', { PASSWORDS: 'no' }],
  ['OIDC_ISSUER', { PASSWORDS: 'off' }],
  ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', OIDC_NAME: 'Home' }],
  ['OIDC_CLIENT_ID', { ...SSO, OIDC_CLIENT_ID: '' }],
  ['OIDC_CLIENT_SECRET', { ...SSO, OIDC_CLIENT_SECRET: '' }],
  ['OIDC_NAME', { ...SSO, OIDC_NAME: '' }],
  ['OIDC_SCOPES', { ...SSO, OIDC_SCOPES: 'email profile' }],
  ['OIDC_EMAILS', { ...SSO, OIDC_EMAILS: 'all' }],
  ['OIDC_ISSUER', { OIDC_EMAILS: 'trusted' }],
  ['OIDC_ISSUER', { ...SSO, OIDC_ISSUER: 'http://id.example.com' }],
  ['OIDC_ISSUER', { ...SSO, OIDC_ISSUER: 'http://127.0.0.1.example.com' }],
  ['OIDC_ISSUER', { ...SSO, OIDC_ISSUER: 'id.example.com' }],
  ['APP_SECRET', { APP_SECRET: 'short' }],
  ['APP_SECRET', { DATABASE_URL: 'postgres://localhost/clips' }],
  ['APP_SECRET', { REDIS_URL: 'redis://localhost' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8, nonsense' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.1.2' }],
  ['TRUST_PROXY', { TRUST_PROXY: '010.0.0.0/8' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8/8' }],
  ['PUSH_HOSTS', { PUSH_HOSTS: 'https://push.example.com' }],
  ['PUSH_HOSTS', { PUSH_HOSTS: 'push.example.com/path' }],
  ['PUSH_HOSTS', { PUSH_HOSTS: 'user@push.example.com' }],
  ['CORS_ORIGINS', { CORS_ORIGINS: '*' }],
  ['CORS_ORIGINS', { CORS_ORIGINS: 'https://a.example.com/, https://b.example.com/x' }],
  ['LAN_MODE', { LAN_MODE: 'yes' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'no' }],
  ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
  ['MAIL_FROM', { MAIL_FROM: 'Clipline <nobody>' }],
  ['MAIL_FROM', { MAIL_FROM: 'a@example.com, b@example.com' }],
  ['NODE_ENV', { NODE_ENV: 'staging' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
])('%s is named in one line when it cannot be used: %j', (name, environment) => {
  let failure: unknown;
  try {
    load(environment);
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(ConfigError);
  expect((failure as Error).message).toContain(name);
  expect((failure as Error).message).not.toContain('\n');
});

test('a lost secret is not replaced beside a store that was made with it', () => {
  const lost = mkdtempSync(path.join(folder, 'lost-'));
  writeFileSync(path.join(lost, 'clipline.sqlite'), '');
  expect(() => load({ DATA_DIR: lost })).toThrow(
    /^APP_SECRET is lost: .*restore it from a backup$/,
  );
});

test('the secret is made once, for its owner alone', () => {
  const fresh = path.join(folder, 'fresh', 'data');
  const first = load({ DATA_DIR: fresh }).APP_SECRET;
  expect(Buffer.from(first, 'base64url')).toHaveLength(48);
  expect(load({ DATA_DIR: fresh }).APP_SECRET).toBe(first);
  expect(readFileSync(path.join(fresh, 'secret'), 'utf8')).toBe(first);
  expect(statSync(path.join(fresh, 'secret')).mode & 0o777).toBe(0o600);
  expect(statSync(fresh).mode & 0o777).toBe(0o700);
});

test('a secret that cannot be read is named with its folder, and who must own it', () => {
  const unreadable = mkdtempSync(path.join(folder, 'unreadable-'));
  mkdirSync(path.join(unreadable, 'secret'));
  expect(() => load({ DATA_DIR: unreadable })).toThrow(
    `APP_SECRET cannot be read (EISDIR): make the user that Clipline runs as the owner of ${unreadable} and all that is in it`,
  );
});

test.runIf(process.platform === 'linux')('a secret whose mode cannot be set is used', () => {
  const fixed = mkdtempSync(path.join(folder, 'fixed-'));
  // Readable for all, and no one may change that.
  symlinkSync('/proc/self/status', path.join(fixed, 'secret'));
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(load({ DATA_DIR: fixed }).APP_SECRET).toMatch(/^Name:/);
  expect(warn).toHaveBeenCalledOnce();
});

test.runIf(process.platform === 'linux')('modes of data that cannot be set are one line', () => {
  const fixed = mkdtempSync(path.join(folder, 'fixed-'));
  for (const name of ['clipline.sqlite', 'lock'])
    symlinkSync('/proc/self/status', path.join(fixed, name));
  mkdirSync(path.join(fixed, 'blobs'), { mode: 0o755 });
  const lines: string[] = [];
  keepDataFromOthers(fixed, (line) => lines.push(line));
  expect(lines).toEqual([
    `Others may be able to read ${fixed}/clipline.sqlite, ${fixed}/lock: the mode cannot be set to their owner's alone.`,
  ]);
  expect(statSync(path.join(fixed, 'blobs')).mode & 0o777).toBe(0o700);
});

test('an empty environment and empty values give the standards', () => {
  const empty = Object.fromEntries(
    Object.keys(options).map((name) => [name, name === 'DATA_DIR' ? folder : ' ']),
  );
  expect(load(empty)).toEqual(load({}));
  expect(load({})).toMatchObject({
    PORT: 3000,
    HOST: '0.0.0.0',
    PUBLIC_URL: 'http://localhost:3000',
    MAIL_FROM: 'Clipline <no-reply@localhost>',
    LAN_MODE: 'on',
    RATE_LIMITS: 'on',
    TRUST_PROXY: [],
    CORS_ORIGINS: [],
  });
});

test('hosts of push services are read as URLs are', () => {
  expect(
    load({ PUSH_HOSTS: 'Push.Example.com:443, münchen.example:08443, 10.1.2, [2001:DB8:0::1]' })
      .PUSH_HOSTS,
  ).toEqual(['push.example.com', 'xn--mnchen-3ya.example:8443', '10.1.0.2', '[2001:db8::1]']);
});

test('origins lose a closing slash and case; lists lose blanks', () => {
  const { PUBLIC_URL, CORS_ORIGINS } = load({
    PUBLIC_URL: 'HTTPS://Clips.Example.com:443/',
    CORS_ORIGINS: ' https://a.example , ,http://b.example:8080/',
  });
  expect([PUBLIC_URL, CORS_ORIGINS]).toEqual([
    'https://clips.example.com',
    ['https://a.example', 'http://b.example:8080'],
  ]);
});
