import {
  errors,
  type ErrorCode,
  type Failure,
  type FailureValues,
  ProductError,
} from '@clipline/contract/errors.ts';
import type * as z from 'zod/mini';
import { isOwnerGone, isReadTooLong, isStorageFull, isStoreUnavailable } from '../db/errors.ts';
import { StorageAway } from '../storage/object-storage.ts';

const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
};

const RETRY_AFTER_SECONDS = 2;

export function failureOf(error: unknown): ProductError | undefined {
  if (error instanceof ProductError) return error;
  if (typeof error !== 'object' || error === null) return undefined;
  if (isOwnerGone(error)) return new ProductError('UNAUTHORIZED');
  if (isStorageFull(error)) return new ProductError('STORAGE_FULL');
  if (isStoreUnavailable(error) || isReadTooLong(error) || error instanceof StorageAway)
    return new ProductError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const named = code === undefined ? undefined : ofFastify[code];
  if (named) return new ProductError(named);
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new ProductError('INVALID_REQUEST')
    : undefined;
}

const toldCode = (code: ErrorCode) => {
  const { isTold, toldAs }: Failure = errors[code];
  return isTold === false ? {} : { code: toldAs ?? code };
};

export const failureBody = (
  failure: ProductError | undefined,
): { error: string; code?: string; values?: FailureValues } =>
  failure
    ? {
        ...failure.details,
        error: failure.message,
        ...toldCode(failure.code),
        ...(Object.keys(failure.values).length > 0 ? { values: failure.values } : {}),
      }
    : { error: errors.SERVER_ERROR.text, code: 'SERVER_ERROR' };

const named = (message: string): ErrorCode => {
  const code = message.startsWith('code:') ? message.slice('code:'.length) : '';
  return Object.hasOwn(errors, code) ? (code as ErrorCode) : 'INVALID_REQUEST';
};

/** A length from outside may not be comparable: `{"length":{"toString":1}}`. */
function parse<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch (error) {
    throw error instanceof TypeError ? new ProductError('INVALID_REQUEST') : error;
  }
}

export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = parse(schema, value);
  if (result.success) return result.data;
  const codes = result.error.issues.map((issue) => named(issue.message));
  throw new ProductError(
    codes.every((code) => code !== 'INVALID_REQUEST') ? (codes[0] as ErrorCode) : 'INVALID_REQUEST',
  );
}

/** Parsing takes far longer for many small objects of different shapes than for one long text. */
export interface JsonBounds {
  readonly depth: number;
  /** Openings of objects and arrays, colons and commas, outside strings. */
  readonly tokens: number;
}

/** Ten thousand ids with a version each fit in, and whatever else a call or an event takes. */
const JSON_BOUNDS: JsonBounds = { depth: 16, tokens: 24_000 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export function countTokens(text: string, bounds = JSON_BOUNDS): number | undefined {
  let [tokens, depth, inString] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === BACKSLASH) at++;
      else if (character === QUOTE) inString = false;
    } else if (character === QUOTE) inString = true;
    else if (character === COMMA || character === COLON) tokens++;
    else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      tokens++;
      depth++;
      if (depth > bounds.depth) return undefined;
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) depth--;
    if (tokens > bounds.tokens) return undefined;
  }
  return tokens;
}
