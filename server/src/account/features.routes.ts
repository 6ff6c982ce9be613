import { CAPTURE_DAYS, MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { readFeatures } from '@clipline/contract/schemas/features.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';

export const serveFeatures = (app: App, trashDays: number): void =>
  serve(app, readFeatures, async ({ user }) => ({
    build: app.build(),
    captureDays: CAPTURE_DAYS,
    trashDays,
    maxFileBytes: MAX_FILE_BYTES,
    plan: user?.plan ?? null,
  }));
