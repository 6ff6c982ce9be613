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
  withoutSecondStep: true,
  summary: 'What this server is and allows, to me or to anyone.',
  reply: z.object({
    build,
    captureDays: z.number(),
    /** How long what was deleted can be brought back; 0 for ten minutes. */
    trashDays: z.number(),
    maxFileBytes: z.number(),
    /** Of what is sent in parts, as files of more than 10485760 bytes are. */
    uploadPartBytes: z.number(),
    plan: z.nullable(plan),
    registration,
    /** Whether somebody runs this server. */
    hasAdmin: z.boolean(),
    /** Single sign-on, by the name of its provider. */
    oidc: z.nullable(z.object({ name: z.string() })),
    /** Whether one can sign in with one. */
    passwords: z.boolean(),
    /** The host that passkeys of this server belong to; null where there are none. */
    passkeys: z.nullable(z.object({ rpId: z.string() })),
    /** What browsers subscribe to notifications with; null where there are none. */
    push: z.nullable(z.object({ publicKey: z.string() })),
    /** For a session: where other devices reach this server, unless PUBLIC_URL says it. */
    origins: z.array(z.string()),
    /** Whether mails leave this server. */
    mail: z.boolean(),
    /** Whether two devices may be connected by a code. */
    pairing: z.boolean(),
  }),
});

export const featureEndpoints = { readFeatures };

export const featureServerEvents = {
  /** Sent to all who connect. `mark` is sent no longer. */
  'app:build': z.object({ build, mark: z.optional(z.string()) }),
} as const;
