import * as z from 'zod/mini';
import type { NeededScope } from '../scopes.ts';
import type { Access } from './endpoint.ts';

export interface ClientEvent {
  readonly access: Access;
  readonly scope: NeededScope;
  readonly summary: string;
  readonly payload: z.ZodMiniType;
  readonly ack: z.ZodMiniType;
}

export const clientEvent = <const E extends ClientEvent>(definition: E): E => definition;

export const failureValues = z.optional(z.record(z.string(), z.union([z.string(), z.number()])));
const refusal = z.object({
  ok: z.literal(false),
  error: z.string(),
  code: z.optional(z.string()),
  values: failureValues,
});

/** `{ok:true, …state}` or `{ok:false, error, code, values}`. */
export const acknowledgement = <S extends Record<string, z.ZodMiniType>>(state: S) =>
  z.union([z.object({ ok: z.literal(true), ...state }), refusal]);
