import { errors, type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import { isOwnerGone, isStorageFull, isStoreUnavailable } from '../db/database.ts';
import { StorageAway } from '../storage/object-storage.ts';

const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
};

/** Seconds after which a busy store is worth another try. */
const RETRY_AFTER_SECONDS = 2;

/** The failure of the catalogue behind anything that was thrown; undefined for a defect of ours. */
export function failureOf(error: unknown): ProductError | undefined {
  if (error instanceof ProductError) return error;
  // Anything can be thrown.
  if (typeof error !== 'object' || error === null) return undefined;
  if (isOwnerGone(error)) return new ProductError('UNAUTHORIZED');
  if (isStorageFull(error)) return new ProductError('STORAGE_FULL');
  if (isStoreUnavailable(error) || error instanceof StorageAway)
    return new ProductError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const named = code === undefined ? undefined : ofFastify[code];
  if (named) return new ProductError(named);
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new ProductError('INVALID_REQUEST')
    : undefined;
}

/** What the caller reads of a failure: a text for a person and, mostly, a code for a program. */
export const failureBody = (
  failure: ProductError | undefined,
): { error: string; code?: ErrorCode } =>
  failure
    ? {
        ...failure.details,
        error: failure.message,
        ...('isTold' in errors[failure.code] ? {} : { code: failure.code }),
      }
    : { error: errors.SERVER_ERROR.text, code: 'SERVER_ERROR' };
