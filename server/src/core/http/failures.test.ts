import { errors, ProductError } from '@clipline/contract/errors.ts';
import { MAX_BULK_CLIPS } from '@clipline/contract/limits.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReadTooLong } from '../db/errors.ts';
import { countTokens, failureBody, failureOf } from './failures.ts';

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error('secret detail'), { code, ...more });

test.each([
  ['a full SQLite', 'STORAGE_FULL', withCode('ERR_SQLITE_ERROR', { errcode: 13 })],
  ['a full disk', 'STORAGE_FULL', withCode('ENOSPC')],
  ['a used-up quota', 'STORAGE_FULL', withCode('EDQUOT')],
  ['a full PostgreSQL', 'STORAGE_FULL', withCode('53100')],
  ['a locked SQLite', 'UNAVAILABLE', withCode('ERR_SQLITE_ERROR', { errcode: 5 })],
  ['a locked table', 'UNAVAILABLE', withCode('ERR_SQLITE_ERROR', { errcode: 262 })],
  ['a store that is down', 'UNAVAILABLE', withCode('ECONNREFUSED')],
  ['a store that is starting', 'UNAVAILABLE', withCode('57P03')],
  ['a store with too many connections', 'UNAVAILABLE', withCode('53300')],
  ['a store that is read-only', 'UNAVAILABLE', withCode('25006')],
  ['a lost race', 'UNAVAILABLE', withCode('40001')],
  ['a read that PostgreSQL ended', 'UNAVAILABLE', withCode('57014')],
  ['a read that SQLite ended', 'UNAVAILABLE', new ReadTooLong()],
  [
    'a body that is too large',
    'TOO_LARGE',
    withCode('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }),
  ],
  [
    'an unknown content type',
    'UNSUPPORTED_MEDIA_TYPE',
    withCode('FST_ERR_CTP_INVALID_MEDIA_TYPE', { statusCode: 415 }),
  ],
  [
    'another complaint of the HTTP server',
    'INVALID_REQUEST',
    withCode('FST_ERR_CTP_INVALID_CONTENT_LENGTH', { statusCode: 400 }),
  ],
  ['a failure by name', 'CLIP_NOT_FOUND', new ProductError('CLIP_NOT_FOUND')],
] as const)('%s is %s', (_what, code, error) => {
  const failure = failureOf(error);
  expect(failureBody(failure)).toEqual({ error: errors[code].text, code });
  expect(failure?.status).toBe(errors[code].status);
});

test.each([
  new TypeError('secret detail'),
  withCode('ERR_SQLITE_ERROR', { errcode: 19 }),
  withCode('42P01'),
  'secret detail',
  null,
  undefined,
])('%s is a defect of ours, told without detail', (error) => {
  expect(failureOf(error)).toBeUndefined();
  expect(failureBody(failureOf(error))).toEqual({ error: 'Server error', code: 'SERVER_ERROR' });
});

test('a busy store says when to come back', () => {
  for (const error of [withCode('ERR_SQLITE_ERROR', { errcode: 5 }), new ReadTooLong()])
    expect(failureOf(error)?.retryAfter).toBeGreaterThan(0);
});

test('what a text names is told beside the code', () => {
  const failure = new ProductError('FILE_TOO_LARGE', { file: 'a.zip', limit: '4GB', other: 1 });
  expect(failureBody(failure)).toEqual({
    error: 'a.zip exceeds the 4GB limit. Please choose a smaller file.',
    code: 'FILE_TOO_LARGE',
    values: { file: 'a.zip', limit: '4GB' },
  });
});

const all = { depth: 1000, tokens: 1e9 };

/** What the scan is to count, of a value that is known. */
function tokensOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  const separators = Math.max(0, values.length - 1) + (Array.isArray(value) ? 0 : values.length);
  return values.reduce((sum, each) => sum + tokensOf(each), 1 + separators);
}

test('tokens are those outside strings, however strings are spelt', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      expect(countTokens(JSON.stringify(value, null, indent), all)).toBe(
        tokensOf(JSON.parse(JSON.stringify(value))),
      );
    }),
  );
});

test.each([
  ['"[{:,"', 0],
  ['"\\"[{:,"', 0],
  ['"\\\\",[', 2],
  ['{"a":[1,2]}', 4],
  ['', 0],
  ['"never closed [[[[', 0],
])('%s has %i', (text, tokens) => {
  expect(countTokens(text, all)).toBe(tokens);
});

test('what is beyond is found where it begins to be', () => {
  expect(countTokens('[[[', { depth: 2, tokens: 10 })).toBeUndefined();
  expect(countTokens('[[],[]]', { depth: 2, tokens: 10 })).toBe(4);
  expect(countTokens('[1,1,1]', { depth: 2, tokens: 2 })).toBeUndefined();
});

test('the longest list of clips to change fits in', () => {
  const ids = Array.from({ length: MAX_BULK_CLIPS }, (_, at) => [`clip${at}`, at] as const);
  expect(countTokens(JSON.stringify({ versions: Object.fromEntries(ids) }))).toBeDefined();
  expect(countTokens(JSON.stringify(Array.from({ length: 20_000 }, () => ({}))))).toBeUndefined();
});
