import { CAPTURE_DAYS, MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { readFeatures } from '@clipline/contract/schemas/features.ts';
import { serve, type Serving } from '../../platform/http/serve.ts';

export const serveFeatures = (serving: Serving, build: () => string, trashDays: number): void =>
  serve(serving, readFeatures, async ({ user }) => ({
    build: build(),
    captureDays: CAPTURE_DAYS,
    trashDays,
    maxFileBytes: MAX_FILE_BYTES,
    plan: user?.plan ?? null,
  }));
