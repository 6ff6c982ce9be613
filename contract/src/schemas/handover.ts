import * as z from 'zod/mini';
import { signedIn } from './auth.ts';
import { anyText, id, shortText, timestamp } from './common.ts';
import { endpointsFor } from './endpoint.ts';

const forAnyone = endpointsFor('anyone', null);
const forUser = endpointsFor('user', null);

/** Of a link that somebody holds, right or wrong. */
const secret = shortText(1024);

export const openHandover = forUser('POST /auth/handover', {
  summary: 'A link by which another device of mine may ask to be signed in, for two minutes.',
  creates: true,
  answersSecret: true,
  reply: z.object({ id, url: z.string(), expiresAt: timestamp }),
  errors: ['TOO_MANY_HANDOVERS'],
});

export const peekHandover = forAnyone('GET /auth/handover', {
  summary:
    'As whom such a link (header x-handover-token) signs in, with the address masked. Uses nothing up.',
  headers: z.object({ 'x-handover-token': z.optional(anyText) }),
  reply: z.object({ as: z.string(), expiresAt: timestamp }),
  errors: ['HANDOVER_NOT_FOUND'],
});

export const claimHandover = forAnyone('POST /auth/handover/claim', {
  summary:
    'The other device asks to be signed in; only the first may. Both devices then show the same two digits.',
  body: z.strictObject({ token: secret }),
  answersSecret: true,
  reply: z.object({ claim: z.string(), code: z.string(), expiresAt: timestamp }),
  errors: ['HANDOVER_NOT_FOUND'],
});

export const takeHandover = forAnyone('POST /auth/handover/session', {
  summary: 'The other device asks whether it was let in; its session is given out once.',
  body: z.strictObject({ claim: secret }),
  reply: signedIn,
  errors: ['AUTHORIZATION_PENDING', 'ACCESS_DENIED', 'EXPIRED_TOKEN'],
});

export const readHandover = forUser('GET /auth/handover/{id}', {
  summary: 'Whether the link that this session made was claimed, and by what.',
  params: z.object({ id }),
  reply: z.object({
    id,
    state: z.enum(['open', 'claimed', 'allowed', 'refused']),
    device: z.nullable(z.string()),
    code: z.nullable(z.string()),
    expiresAt: timestamp,
  }),
  errors: ['HANDOVER_NOT_FOUND'],
});

export const decideHandover = forUser('POST /auth/handover/{id}/decision', {
  summary: 'Let the device in that claimed my link, or refuse it.',
  params: z.object({ id }),
  body: z.strictObject({ allow: z.boolean() }),
  reply: 'nothing',
  errors: ['HANDOVER_NOT_FOUND', 'HANDOVER_NOT_WAITING', 'CONFIRM_FIRST', 'SIGN_IN_AGAIN'],
});

export const handoverEndpoints = {
  openHandover,
  peekHandover,
  claimHandover,
  takeHandover,
  readHandover,
  decideHandover,
};

export const handoverServerEvents = {
  /** Of a link that this session made: a device asks to be signed in. */
  'handover:claimed': z.object({ id, device: z.string(), code: z.string() }),
} as const;
