import { randomBytes } from 'node:crypto';
import type { Link } from '@clipline/contract/schemas/links.ts';
import type { TestApp } from './build-test-app.ts';
import { type Answer, call } from './call.ts';
import type { Person } from './factories.ts';

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
