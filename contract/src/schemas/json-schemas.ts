import * as z from 'zod/mini';
import { models } from './models.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

const REF = '#/components/schemas/';

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(models)) names.add(schema, { id });

/** References lead to the components of a document instead of to definitions inside the schema. */
function withRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRefs);
  if (typeof value !== 'object' || value === null) return value;
  // A property of a thing may be called `id`; the name of the schema itself is a string.
  const entries = Object.entries(value).filter(
    ([key, each]) =>
      !['$defs', '$schema'].includes(key) && !(key === 'id' && typeof each === 'string'),
  );
  return Object.fromEntries(
    entries.map(([key, each]) => [
      key,
      key === '$ref' ? String(each).replace('#/$defs/', REF) : withRefs(each),
    ]),
  );
}

function convert(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const converted = z.toJSONSchema(schema, { metadata: names, io, unrepresentable: 'any' });
  // A named schema comes as a reference to its own definition.
  const name = names.get(schema)?.id;
  return withRefs((name !== undefined && converted.$defs?.[name]) || converted) as JsonSchema;
}

function referTo(schema: z.ZodMiniType): JsonSchema | undefined {
  const name = names.get(schema)?.id;
  return name === undefined ? undefined : { $ref: REF + name };
}

export const inputSchema = (schema: z.ZodMiniType): JsonSchema =>
  referTo(schema) ?? convert(schema, 'input');

export const outputSchema = (schema: z.ZodMiniType): JsonSchema =>
  referTo(schema) ?? convert(schema, 'output');

export const modelSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(models).map(([name, schema]) => [name, convert(schema, 'output')]),
  );
