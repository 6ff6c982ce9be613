import type { JsonSchema } from '@clipline/contract/schemas/json-schemas.ts';

const nameOfRef = (ref: unknown) => String(ref).split('/').at(-1) ?? '';
const indent = (text: string) => text.replaceAll('\n', '\n  ');
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function objectText(schema: JsonSchema): string {
  const required = list(schema['required']);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return 'object';
  const lines = properties.map(
    ([name, each]) =>
      `\n  ${name}${required.includes(name) ? '' : '?'}: ${indent(schemaText(each))}`,
  );
  return `{${lines.join(',')}\n}`;
}

const range = (low: number | undefined, high: number | undefined, unit: string) =>
  low === undefined && high === undefined ? '' : ` (${[low ?? '', high ?? ''].join('…')}${unit})`;

function limits(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength } = schema as Record<string, number | undefined>;
  return range(minimum, maximum, '') || range(minLength, maxLength, ' characters');
}

/** A JSON Schema as one would write the type by hand. */
export function schemaText(schema: JsonSchema): string {
  if (schema['$ref'] !== undefined) return nameOfRef(schema['$ref']);
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (schema['enum'] !== undefined)
    return list(schema['enum'])
      .map((each) => JSON.stringify(each))
      .join(' | ');
  const options = list(schema['anyOf'] ?? schema['oneOf']) as JsonSchema[];
  if (options.length > 0) return options.map(schemaText).join(' | ');
  const { type } = schema;
  if (Array.isArray(type)) return type.join(' | ');
  if (type === 'array') {
    const items = schemaText((schema['items'] ?? {}) as JsonSchema);
    return items.includes(' | ') ? `(${items})[]` : `${items}[]`;
  }
  return type === 'object'
    ? objectText(schema)
    : `${typeof type === 'string' ? type : 'any'}${limits(schema)}`;
}
