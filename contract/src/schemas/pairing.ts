import * as z from 'zod/mini';
import { anyText, id, shortText, timestamp } from './common.ts';
import { endpointsFor } from './endpoint.ts';

const forAnyone = endpointsFor('anyone', null);

const secret = shortText(1024);
/** As it was typed: what is none is refused like a wrong one. */
const typedCode = shortText(32).check(z.minLength(1));
/** Proves the device that asked for a code. */
const byOpener = z.object({ 'x-pair-opener': z.optional(anyText) });
const paired = z.object({ shareToken: z.string(), until: timestamp });

export const openPairing = forAnyone('POST /pair', {
  summary:
    'A code, and a link, by which one other device may ask to be connected with this one, for five minutes.',
  creates: true,
  answersSecret: true,
  addsToOthers: true,
  reply: z.object({
    id,
    opener: z.string(),
    code: z.string(),
    url: z.string(),
    expiresAt: timestamp,
  }),
  errors: ['PAIRING_OFF', 'TOO_MANY_PAIRINGS'],
});

export const joinPairing = forAnyone('POST /pair/join', {
  summary:
    'Ask to be connected, by the code or by the token of the link; only the first may. Both devices then show the same two digits.',
  body: z.union([z.strictObject({ code: typedCode }), z.strictObject({ token: secret })]),
  answersSecret: true,
  reply: z.object({
    claim: z.string(),
    digits: z.string(),
    device: z.string(),
    expiresAt: timestamp,
  }),
  errors: ['PAIRING_OFF', 'PAIR_CODE_INVALID', 'PAIR_PAUSED'],
});

export const readPairing = forAnyone('GET /pair/{id}', {
  summary: 'Whether somebody joined, and with what, for the device that asked for the code.',
  params: z.object({ id }),
  headers: byOpener,
  reply: z.object({
    state: z.enum(['open', 'joined', 'allowed', 'refused']),
    device: z.nullable(z.string()),
    digits: z.nullable(z.string()),
    expiresAt: timestamp,
  }),
  errors: ['PAIRING_OFF', 'PAIR_NOT_FOUND'],
});

export const decidePairing = forAnyone('POST /pair/{id}/decision', {
  summary:
    'Connect the two by a desktop of their own, or refuse (204). A repeat with the same Idempotency-Key is answered as the first was.',
  params: z.object({ id }),
  headers: byOpener,
  body: z.strictObject({ allow: z.boolean() }),
  answersSecret: true,
  reply: paired,
  errors: ['PAIRING_OFF', 'PAIR_NOT_FOUND', 'PAIR_NOT_WAITING'],
});

export const takePairing = forAnyone('POST /pair/session', {
  summary: 'Whether the other device allowed it; then the share token of the desktop.',
  body: z.strictObject({ claim: secret }),
  answersSecret: true,
  reply: paired,
  errors: ['PAIRING_OFF', 'AUTHORIZATION_PENDING', 'ACCESS_DENIED', 'EXPIRED_TOKEN'],
});

export const pairingEndpoints = {
  openPairing,
  joinPairing,
  readPairing,
  decidePairing,
  takePairing,
};
