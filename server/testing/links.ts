import { randomBytes } from 'node:crypto';
import type { Link } from '@clipline/contract/schemas/links.ts';
import { CLOSE_LINKS } from '../src/clips/clips.queries.ts';
import { linkJobs } from '../src/links/links.module.ts';
import type { TestApp } from './build-test-app.ts';
import { type Answer, call } from './call.ts';
import type { Person } from './factories.ts';
import { upload } from './uploads.ts';

/** As a tab makes it before it asks. */
export const newOpener = (): string => randomBytes(16).toString('base64url');
export const tokenIn = ({ url }: Pick<Link, 'url'>): string => url.split('/s/')[1] ?? '';
export const withGrant = (grant: string) => ({ 'x-link-grant': grant });

export async function makeLink(
  app: Pick<TestApp, 'url'>,
  owner: Person,
  body: Record<string, unknown>,
): Promise<Link> {
  const answer = await call(app, 'POST /links', { headers: owner.headers, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as Link;
}

/** What ended by now. */
export async function closeLinks(app: TestApp): Promise<void> {
  await linkJobs(app)
    .find(({ name }) => name === CLOSE_LINKS)!
    .run();
}

/** As far as a server can tell. */
export function sealedBytes(length = 100): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(randomBytes(length));
  bytes.set([0, 1, 0, 0, 0], 16);
  return bytes;
}

export const seal = (
  app: Pick<TestApp, 'url'>,
  owner: Pick<Person, 'headers'>,
  link: Record<string, unknown> = {},
  bytes = sealedBytes(),
): Promise<Answer> =>
  upload(app, '/links/sealed', owner.headers, {
    bytes,
    fields: { link: JSON.stringify({ expiresIn: 3600, ...link }) },
  });

export async function makeSealed(
  app: Pick<TestApp, 'url'>,
  owner: Pick<Person, 'headers'>,
  link?: Record<string, unknown>,
  bytes?: Uint8Array<ArrayBuffer>,
): Promise<Link> {
  const answer = await seal(app, owner, link, bytes);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as Link;
}

export const open = (
  app: Pick<TestApp, 'url'>,
  link: Pick<Link, 'url'>,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call(app, 'POST /link/open', {
    headers: { 'x-link-token': tokenIn(link), ...headers },
    body: { opener: newOpener(), ...body },
  });

export async function grantFor(
  app: Pick<TestApp, 'url'>,
  link: Pick<Link, 'url'>,
  body: Record<string, unknown> = {},
): Promise<string> {
  const answer = await open(app, link, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.grant as string;
}
