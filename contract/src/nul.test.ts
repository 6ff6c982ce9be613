import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from './schemas/endpoint.ts';
import { endpoints } from './schemas/endpoints.ts';
import { clientEvents } from './schemas/events.ts';

const isSchema = (part: unknown): part is z.ZodMiniType =>
  typeof part === 'object' && part !== null && 'safeParse' in part;
const definitionOf = (schema: z.ZodMiniType) =>
  schema.def as unknown as Readonly<Record<string, unknown>> & { readonly type: string };

/** What is made anew from what was sent is one with it, unless that has fields of its own. */
function isWhole(schema: z.ZodMiniType): boolean {
  const { type, in: from } = definitionOf(schema);
  return (
    type === 'string' || (type === 'pipe' && isSchema(from) && definitionOf(from).type !== 'object')
  );
}

/** With the way to each. */
function* textsIn(part: unknown, path: string): Generator<[string, z.ZodMiniType]> {
  if (isSchema(part) && isWhole(part)) yield [path, part];
  else if (typeof part === 'object' && part !== null && !(part instanceof RegExp))
    for (const [name, child] of Object.entries(isSchema(part) ? definitionOf(part) : part))
      yield* textsIn(child, `${path} ${name}`);
}

/** Read as a number, or made a line of letters, before it comes to the store. */
const isMadeAnew = (path: string) =>
  path.endsWith('params shape version') || /^lan:.* name\b/.test(path);

const incoming = [
  ...Object.values<Endpoint>(endpoints).flatMap(({ method, path, ...each }) =>
    (['params', 'query', 'headers', 'body'] as const).map(
      (name) => [`${method} ${path} ${name}`, each[name]] as const,
    ),
  ),
  ...Object.entries(clientEvents).map(([name, { payload }]) => [name, payload] as const),
];
const texts = incoming.flatMap(([name, schema]) =>
  schema ? [...textsIn(schema, name)].filter(([path]) => !isMadeAnew(path)) : [],
);

/** Of the forms that texts of calls have. */
const forms = [
  'text',
  ' text ',
  'ada@example.com',
  'https://push.example.com/send',
  'A'.repeat(22),
  'A'.repeat(64),
  `${'A'.repeat(22)}:1`,
  '"7"',
  '2026-11-28T19:00:00.000Z',
];
const withNul = forms.flatMap((form) => [
  `\0${form}`,
  `${form}\0`,
  form.replace(/(?<=.)/, '\0'),
  form.slice(0, -1) + '\0',
]);

test('there are texts to be asked', () => {
  expect(texts.length).toBeGreaterThan(100);
});

test.each(texts)('PostgreSQL can hold whatever it takes: %s', (_, schema) => {
  const taken = withNul.flatMap((text) =>
    [text, [text]].flatMap((sent) => schema.safeParse(sent).data ?? []),
  );
  expect(taken.filter((made) => JSON.stringify(made).includes('\\u0000'))).toEqual([]);
});
