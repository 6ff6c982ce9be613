import * as z from 'zod/mini';
import { plan } from './auth.ts';
import { endpoint } from './endpoint.ts';

const build = z.string().check(z.minLength(1));

/** Who may make an account. */
export const registration = z.enum(['open', 'invited', 'closed']);
export type Registration = z.output<typeof registration>;

export const readFeatures = endpoint('GET /features', {
  access: 'anyone',
  scope: 'any',
  summary: 'What this server is and allows, to me or to anyone.',
  reply: z.object({
    build,
    captureDays: z.number(),
    /** How long what was deleted can be brought back; 0 for ten minutes. */
    trashDays: z.number(),
    maxFileBytes: z.number(),
    plan: z.nullable(plan),
    registration,
    /** Whether somebody runs this server. */
    hasAdmin: z.boolean(),
    /** Single sign-on, by the name of its provider. */
    oidc: z.nullable(z.object({ name: z.string() })),
    /** Whether one can sign in with one. */
    passwords: z.boolean(),
    /** What browsers subscribe to notifications with; null where there are none. */
    push: z.nullable(z.object({ publicKey: z.string() })),
  }),
});

export const featureEndpoints = { readFeatures };

export const featureServerEvents = {
  /** Sent to all who connect. `mark` is sent no longer. */
  'app:build': z.object({ build, mark: z.optional(z.string()) }),
} as const;
