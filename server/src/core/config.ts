import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import ipaddr from 'ipaddr.js';

export class ConfigError extends Error {}

interface Option<T> {
  /** As shown in the README; what applies when the variable is unset or empty. */
  readonly standard: string;
  readonly meaning: string;
  readonly parse: (value: string | undefined) => T;
  readonly needs: readonly string[];
}

export type Options = Readonly<Record<string, Option<unknown>>>;
export type ValuesOf<O extends Options> = {
  readonly [Name in keyof O]: ReturnType<O[Name]['parse']>;
};

export const option = <T>(
  standard: string,
  meaning: string,
  parse: (value: string | undefined) => T,
  needs: readonly string[] = [],
): Option<T> => ({ standard, meaning, parse, needs });
const fail = (problem: string): never => {
  throw new ConfigError(problem);
};

const text = (standard: string) => (value: string | undefined) => value ?? standard;
export const optional = (value: string | undefined) => value;
export const oneOf =
  <const T extends string>(standard: T, ...others: T[]) =>
  (value: string | undefined): T => {
    const found = [standard, ...others].find((each) => each === (value ?? standard));
    return found ?? fail(`must be one of ${[standard, ...others].join(', ')}`);
  };
const sender = (value: string | undefined) =>
  value === undefined || /^(?:[^<>]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/.test(value)
    ? value
    : fail('must be an address, such as Clipline <no-reply@example.com>');
const port = (value: string | undefined): number => {
  const number = /^\d{1,5}$/.test(value ?? '3000') ? Number(value ?? 3000) : Number.NaN;
  return number <= 65_535 ? number : fail('must be a port number from 0 to 65535');
};
const origin = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  ) {
    return fail(`must be an origin such as https://example.com, not ${JSON.stringify(value)}`);
  }
  return url.origin;
};
/** Whether a user name or password in a URL holds what ends them there, or `%`, as it is. */
function holdsUnescaped(value: string): boolean {
  if (!URL.canParse(value)) return value.includes('@');
  const { username, password, pathname, hash } = new URL(value);
  return hash !== '' || pathname.includes('@') || /%(?![\da-f]{2})/i.test(username + password);
}
export const url =
  (...schemes: string[]) =>
  (value: string | undefined): string | undefined => {
    if (value === undefined) return undefined;
    const isStarted = schemes.some((scheme) => value.startsWith(`${scheme}//`));
    if (isStarted && holdsUnescaped(value))
      return fail('needs # / ? and % in a user name or password written as %23 %2F %3F and %25');
    return isStarted && URL.canParse(value)
      ? value
      : fail(`must be a URL starting with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
  };
const list =
  <T>(parse: (entry: string) => T) =>
  (value: string | undefined): T[] =>
    (value ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map(parse);
const network = (entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const kind = isIP(address);
  const longest = kind === 4 ? 32 : 128;
  // Others read 010.1.2 as well, each in another way.
  if (kind === 0 || Number(bits ?? 0) > longest)
    return fail(`has ${JSON.stringify(entry)}, which is no address range such as 10.0.0.0/8`);
  return [ipaddr.parse(address), Number(bits ?? longest)];
};

export const days =
  (fallback: number, max: number) =>
  (value: string | undefined): number => {
    const number = /^\d{1,5}$/.test(value ?? '') ? Number(value) : Number.NaN;
    if (value === undefined) return fallback;
    return number <= max ? number : fail(`must be a whole number of days from 0 to ${max}`);
  };

export const megabytes =
  (fallback: number) =>
  (value: string | undefined): number => {
    const number = Number(value ?? fallback);
    return Number.isSafeInteger(number) && number > 0 && number < 2 ** 30
      ? number
      : fail('must be a whole number of megabytes above 0');
  };

export const MAX_FILE_MEGABYTES = 65_536;
const fileMegabytes = (value = '10'): number => {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= MAX_FILE_MEGABYTES
    ? number
    : fail(`must be a whole number of megabytes from 1 to ${MAX_FILE_MEGABYTES}`);
};

export const maxFileBytesOf = ({ MAX_FILE_MB }: Pick<Config, 'MAX_FILE_MB'>): number =>
  MAX_FILE_MB * 1024 ** 2;

/** Modules have theirs in `x.options.ts`. An empty value counts as unset. */
export const platformOptions = {
  PORT: option('3000', 'Port the server listens on.', port),
  HOST: option('0.0.0.0', 'Address the server listens on.', text('0.0.0.0')),
  METRICS_PORT: option(
    'unset: off',
    'Port on 127.0.0.1 where Prometheus finds figures at /metrics; never the public one.',
    (value) => (value === undefined ? undefined : port(value)),
  ),
  DATA_DIR: option(
    './data',
    'Folder of the SQLite file, uploaded files, generated secret and mail outbox; it belongs to one process.',
    text('./data'),
  ),
  PUBLIC_URL: option(
    'unset: the addresses of this machine in its networks',
    'Origin used in every link, QR code and mail.',
    (value) => (value === undefined ? undefined : origin(value)),
  ),
  DATABASE_URL: option(
    'unset: SQLite in DATA_DIR',
    'PostgreSQL to use instead of the embedded store.',
    url('postgres:', 'postgresql:'),
  ),
  REDIS_URL: option(
    'unset',
    'Redis, needed only for more than one node.',
    url('redis:', 'rediss:'),
  ),
  S3_ENDPOINT: option(
    'unset: files in DATA_DIR',
    'Any S3-compatible store for uploaded files.',
    url('http:', 'https:'),
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ),
  S3_REGION: option('us-east-1', 'Region of the S3 store.', text('us-east-1')),
  S3_BUCKET: option('unset', 'Bucket of the S3 store.', optional),
  S3_ACCESS_KEY_ID: option('unset', 'Access key of the S3 store.', optional),
  S3_SECRET_ACCESS_KEY: option('unset', 'Secret key of the S3 store.', optional),
  MAX_FILE_MB: option(
    '10',
    'Megabytes of the largest file, up to 65536 and no more than STORAGE_PER_PERSON_MB.',
    fileMegabytes,
  ),
  SMTP_URL: option(
    'unset: DATA_DIR/outbox',
    'Mail server, such as smtps://user:password@mail.example.com.',
    url('smtp:', 'smtps:'),
  ),
  MAIL_FROM: option('Clipline <no-reply@PUBLIC_URL host>', 'Sender of the mails.', sender),
  APP_SECRET: option(
    'generated in DATA_DIR',
    'At least 32 bytes that sign file links and derive tokens; required with DATABASE_URL or REDIS_URL.',
    optional,
  ),
  TRUST_PROXY: option(
    'none',
    'Address ranges of your reverse proxies, comma-separated; only from them is X-Forwarded-For believed.',
    list(network),
  ),
  CORS_ORIGINS: option(
    'none',
    'Other origins whose pages may call the API, comma-separated.',
    list(origin),
  ),
  SERVICE_WORKER: option(
    'on',
    'off takes the service worker, and what it keeps of the web app, out of every browser that comes; what waits there to be saved stays.',
    oneOf('on', 'off'),
  ),
  RATE_LIMITS: option(
    'on',
    'off lifts every rate limit; for tests and benchmarks only.',
    oneOf('on', 'off'),
  ),
  NODE_ENV: option(
    'production',
    'production or development.',
    oneOf('production', 'development', 'test'),
  ),
  LOG_LEVEL: option(
    'info',
    'fatal, error, warn, info, debug, trace or silent.',
    oneOf('info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent'),
  ),
} as const satisfies Options;

type Values = ValuesOf<typeof platformOptions>;
export interface Config extends Omit<Values, 'PUBLIC_URL' | 'APP_SECRET' | 'MAIL_FROM'> {
  readonly PUBLIC_URL: string;
  /** Whether it was set: else `core/http/own-origins.ts` says what addresses begin with. */
  readonly hasPublicUrl: boolean;
  readonly APP_SECRET: string;
  readonly MAIL_FROM: string;
}

const MIN_SECRET_BYTES = 32;

/** A crash leaves the whole secret or none; of two first starts at once, one is first. */
function createSecret(file: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    // Some file systems know no links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function readOwn(file: string): string {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    keepFromOthers([file], (line) => console.warn(line));
    return secret;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail(
      `cannot be read (${code}): make the user that Clipline runs as the owner of ${path.dirname(file)} and all that is in it`,
    );
  }
}

function isOpenToOthers(file: string): boolean {
  const found = statSync(file);
  if ((found.mode & 0o077) === 0) return false;
  chmodSync(file, found.isDirectory() ? 0o700 : 0o600);
  // Some volumes take every mode and keep none.
  return (statSync(file).mode & 0o077) !== 0;
}

function keepFromOthers(files: readonly string[], warn: (line: string) => void): void {
  const open = files.filter((file) => {
    try {
      return isOpenToOthers(file);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ENOENT';
    }
  });
  if (open.length > 0)
    warn(
      `Others may be able to read ${open.join(', ')}: the mode cannot be set to their owner's alone.`,
    );
}

/** Whatever the umask was that they were made with. */
export const keepDataFromOthers = (dataDir: string, warn: (line: string) => void): void =>
  keepFromOthers(
    [
      'clipline.sqlite',
      'clipline.sqlite-wal',
      'clipline.sqlite-shm',
      'lock',
      'outbox',
      'blobs',
    ].map((name) => path.join(dataDir, name)),
    warn,
  );

/** It lives beside the data, so that links and sessions outlive a restart. */
function loadSecret(given: string | undefined, dataDir: string, shared: boolean): string {
  const file = path.join(dataDir, 'secret');
  if (given === undefined && shared)
    fail('is required with DATABASE_URL or REDIS_URL, the same on every node');
  if (given === undefined && !existsSync(file)) {
    if (existsSync(path.join(dataDir, 'clipline.sqlite')))
      fail(`is lost: ${file} is missing although the store exists; restore it from a backup`);
    createSecret(file);
  }
  const secret = given ?? readOwn(file);
  return Buffer.byteLength(secret) >= MIN_SECRET_BYTES
    ? secret
    : fail(`must have at least ${MIN_SECRET_BYTES} bytes`);
}

function inConfig<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${name} ${reason}`, { cause: error });
  }
}

function requireTogether(options: Options, values: ValuesOf<Options>): void {
  for (const [name, { needs }] of Object.entries(options)) {
    if (values[name] === undefined) continue;
    const missing = needs.filter((each) => values[each] === undefined);
    if (missing.length > 0)
      throw new ConfigError(`${missing.join(', ')} must be set when ${name} is`);
  }
  if (values['METRICS_PORT'] === values['PORT'] && values['PORT'] !== 0)
    throw new ConfigError('METRICS_PORT must be another port than PORT');
}

/** Not by Node's `recursive`, which never ends below a folder that takes none, such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Creates DATA_DIR and, on a single node, its secret. Throws ConfigError. */
export function readConfig<O extends Options>(
  options: typeof platformOptions & O,
  environment: Record<string, string | undefined>,
): Omit<ValuesOf<O>, keyof Values> & Pick<Config, keyof Values | 'hasPublicUrl'> {
  const read = (name: string, { parse }: Option<unknown>) =>
    inConfig(name, () => parse(environment[name]?.trim() || undefined));
  const values = Object.fromEntries(
    Object.entries(options as Options).map(([name, each]) => [name, read(name, each)]),
  ) as ValuesOf<O> & Values;
  requireTogether(options, values);
  const dataDir = path.resolve(values.DATA_DIR);
  inConfig('DATA_DIR cannot be used:', () => {
    makeFolder(dataDir);
    // A file has nothing below it.
    accessSync(`${dataDir}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  });
  const shared = values.DATABASE_URL !== undefined || values.REDIS_URL !== undefined;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    ...values,
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    hasPublicUrl: values.PUBLIC_URL !== undefined,
    MAIL_FROM: values.MAIL_FROM ?? `Clipline <no-reply@${new URL(publicUrl).hostname}>`,
    APP_SECRET: inConfig('APP_SECRET', () => loadSecret(values.APP_SECRET, dataDir, shared)),
  };
}
