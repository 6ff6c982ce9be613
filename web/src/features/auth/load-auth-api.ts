import { ApiError, NO_ANSWER } from '../../lib/api-error.ts';

/**
 * The calls of this feature, with the schemas and the client behind them. A form is there to be
 * read and typed in first: they load meanwhile, and the first visit does not wait for them.
 */
export const loadAuthApi = () =>
  import('./auth.api.ts').catch((error: unknown) => {
    throw new ApiError(NO_ANSWER, 0, { body: error });
  });
