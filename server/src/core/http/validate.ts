import { type ErrorCode, errors, ProductError } from '@clipline/contract/errors.ts';
import type * as z from 'zod/mini';

const named = (message: string): ErrorCode => {
  const code = message.startsWith('code:') ? message.slice('code:'.length) : '';
  return Object.hasOwn(errors, code) ? (code as ErrorCode) : 'INVALID_REQUEST';
};

/**
 * A rule about a length is asked of anything that has one, text or not, and an object from outside
 * may have one that cannot be compared: `{"length":{"toString":1}}`.
 */
function parse<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch (error) {
    throw error instanceof TypeError ? new ProductError('INVALID_REQUEST') : error;
  }
}

/**
 * The value as the schema understands it. Throws the failure that the broken rule names, else
 * INVALID_REQUEST.
 */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = parse(schema, value);
  if (result.success) return result.data;
  const codes = result.error.issues.map((issue) => named(issue.message));
  throw new ProductError(
    codes.every((code) => code !== 'INVALID_REQUEST') ? (codes[0] as ErrorCode) : 'INVALID_REQUEST',
  );
}
