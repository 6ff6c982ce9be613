import { clientEvents } from '@clipline/contract/schemas/events.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_BULK_CLIPS } from '@clipline/contract/limits.ts';
import * as z from 'zod/mini';
import { boundsOf, countTokens } from './failures.ts';

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

describe('bounds of schemas', () => {
  test('hold what the schema accepts, and not much more', () => {
    const schema = z.strictObject({
      ids: z.array(z.string()).check(z.maxLength(500)),
      at: z.optional(z.strictObject({ x: z.number(), y: z.number() })),
    });
    const { depth, tokens } = boundsOf(schema);
    const largest = { ids: Array(500).fill('x'), at: { x: 1, y: 2 } };
    expect(countTokens(JSON.stringify(largest), { depth, tokens })).toBeDefined();
    expect(tokens).toBeLessThan(600);
  });

  /** A long list of ids, each of 25 bytes and one token. */
  const ofIds = new Set(['/clipboard/bulk', '/clipboard/download']);
  const long = (Object.values(endpoints) as Endpoint[]).filter(
    ({ path, body, maxBodyBytes = 0 }) => body && maxBodyBytes > 64 * 1024 && !ofIds.has(path),
  );
  test('what takes ids takes little beside them', () => {
    const lists = (Object.values(endpoints) as Endpoint[]).filter(({ path }) => ofIds.has(path));
    expect(lists).toHaveLength(ofIds.size);
    for (const { body } of lists) {
      const { depth, tokens } = boundsOf(body as z.ZodMiniType);
      expect(depth).toBeLessThanOrEqual(5);
      expect(tokens).toBeLessThanOrEqual(2 * MAX_BULK_CLIPS + 2000);
    }
  });
  test.each(long)(
    '$method $path, which takes a long text, takes few of anything else',
    ({ body }) => {
      const { depth, tokens } = boundsOf(body as z.ZodMiniType);
      expect(depth).toBeLessThanOrEqual(4);
      expect(tokens).toBeLessThanOrEqual(64);
    },
  );

  test.each(Object.entries(clientEvents))('event %s takes little', (_name, { payload }) => {
    const { depth, tokens } = boundsOf(payload);
    expect(depth).toBeLessThanOrEqual(12);
    expect(tokens).toBeLessThanOrEqual(2200);
  });
});
