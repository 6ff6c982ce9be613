import { CAPTURE_DAYS, MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { readFeatures } from '@clipline/contract/schemas/features.ts';
import { serve, type Serving } from '../../platform/http/serve.ts';

/** There is no trash yet: what was deleted can be brought back for ten minutes. */
const TRASH_DAYS = 0;

export const serveFeatures = (serving: Serving, build: () => string): void =>
  serve(serving, readFeatures, async ({ user }) => ({
    build: build(),
    captureDays: CAPTURE_DAYS,
    trashDays: TRASH_DAYS,
    maxFileBytes: MAX_FILE_BYTES,
    plan: user?.plan ?? null,
  }));
