import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { call, repeat, send } from './calls.ts';
import type { Program } from './programs.ts';

export interface Person {
  readonly user: { readonly id: string };
  readonly session: { readonly access_token: string };
  readonly headers: Record<string, string>;
}

const PASSWORD = 'correct horse battery';
const NOBODY = { headers: {} };

/** Of the mails that a server without SMTP_URL leaves in a folder. */
async function confirmationTokens(dataDir: string): Promise<string[]> {
  const mails = globSync(path.join(dataDir, 'outbox', '*.eml')).map((file) =>
    PostalMime.parse(readFileSync(file)),
  );
  const tokens = (await Promise.all(mails)).map(({ text }) => /#token=([^\s&]+)/.exec(text ?? ''));
  return tokens.flatMap((found) => found?.[1] ?? []);
}

/** Signs so many people up and in, on a store where nobody is. */
export async function addPeople(product: Program, count: number): Promise<Person[]> {
  const emails = Array.from({ length: count }, (_, index) => `person${index}@example.com`);
  const known = (index: number) => ({ email: emails[index], password: PASSWORD });
  await repeat(count, 4, (index) =>
    call(product, NOBODY, 'POST /auth/register', { name: 'A Person', ...known(index) }),
  );
  let tokens: string[] = [];
  while (tokens.length < count) {
    await delay(200);
    tokens = await confirmationTokens(product.dataDir);
  }
  for (const token of tokens)
    await send(`${product.url}/api/auth/check-email-confirmation`, {
      headers: { 'x-confirmation-token': token },
    });
  const people: Person[] = [];
  await repeat(count, 4, async (index) => {
    const { user, session } = await call<Person>(product, NOBODY, 'POST /auth/login', known(index));
    const headers = { authorization: `Bearer ${session.access_token}` };
    people.push({ user, session, headers });
  });
  return people;
}

export async function addPerson(product: Program): Promise<Person> {
  const [person] = await addPeople(product, 1);
  return person as Person;
}

const WORDS =
  'release notes meeting train ticket invoice platform password kitchen garden deploy branch socket index cache letter number window river'.split(
    ' ',
  );

/** Some 200 bytes of words, different for each clip and the same in every run. */
export const textOf = (index: number): string =>
  `clip ${index} ${Array.from({ length: 28 }, (_, at) => WORDS[(index * 31 + at * 17 + (index >> 3)) % WORDS.length]).join(' ')}`;

export async function addClips(
  product: Program,
  person: Person,
  count: number,
  textAt = textOf,
): Promise<string[]> {
  const ids: string[] = [];
  await repeat(count, 32, async (index) => {
    const { id } = await call(product, person, 'POST /clipboard', { content: textAt(index) });
    ids.push(id);
  });
  return ids;
}
