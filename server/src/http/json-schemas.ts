import * as z from 'zod/mini';

export type JsonSchema = Readonly<Record<string, unknown>>;
type Models = Readonly<Record<string, z.ZodMiniType>>;

export interface JsonSchemas {
  /** What is sent, before defaults and transformations apply. */
  input(schema: z.ZodMiniType): JsonSchema;
  output(schema: z.ZodMiniType): JsonSchema;
  readonly models: Readonly<Record<string, JsonSchema>>;
}

const REF = '#/components/schemas/';

/** References lead to the document's components instead of to definitions inside the schema. */
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

/** JSON Schemas of the very schemas that validate; the models are referred to by name. */
export function jsonSchemas(models: Models): JsonSchemas {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(models)) names.add(schema, { id });
  /** A named schema comes as a reference to its own definition. */
  const convert = (schema: z.ZodMiniType, io: 'input' | 'output') => {
    const converted = z.toJSONSchema(schema, { metadata: names, io, unrepresentable: 'any' });
    const name = names.get(schema)?.id;
    return withRefs((name !== undefined && converted.$defs?.[name]) || converted) as JsonSchema;
  };
  const refOf = (schema: z.ZodMiniType): JsonSchema | undefined => {
    const name = names.get(schema)?.id;
    return name === undefined ? undefined : { $ref: REF + name };
  };
  return {
    input: (schema) => refOf(schema) ?? convert(schema, 'input'),
    output: (schema) => refOf(schema) ?? convert(schema, 'output'),
    models: Object.fromEntries(
      Object.entries(models).map(([name, schema]) => [name, convert(schema, 'output')]),
    ),
  };
}
