import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright';
import type { Product } from './product.ts';
import { watchPages } from './watch-pages.ts';

let shared: Promise<Browser> | undefined;

/**
 * One Chromium for all stories of a file; each person has a context, so a profile, of their own.
 */
const browser = (): Promise<Browser> =>
  (shared ??= chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }));

export async function closeBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}

/** Somebody at a browser of their own, on this product. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  leave(): Promise<void>;
}

/** Opens a fresh browser profile. */
export async function arrive(
  product: Product,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await (
    await browser()
  ).newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(15_000);
  watchPages(context);
  const page = await context.newPage();
  return { page, context, leave: () => context.close() };
}

export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

let accounts = 0;
export const newAccount = (name = 'Ada'): Account => ({
  name,
  email: `${name.toLowerCase()}-${++accounts}@example.com`,
  password: 'correct horse battery',
});

const json = async (url: string, init: RequestInit): Promise<Record<string, never>> => {
  const response = await fetch(url, init);
  if (!response.ok)
    throw new Error(`${init.method ?? 'GET'} ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, never>;
};
const post = (url: string, body: unknown) =>
  json(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Creates a confirmed account through the API, for stories that are not about signing up. */
export async function createAccount(product: Product, name?: string): Promise<Account> {
  const account = newAccount(name);
  await post(`${product.url}/api/auth/register`, account);
  const link = await product.mailbox.link(account.email, /confirm/i);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
  await json(`${product.url}/api/auth/check-email-confirmation`, {
    headers: { 'x-confirmation-token': token },
  });
  return account;
}

/** Signs in through the API and leaves the browser as a sign-in on the screen would. */
export async function signIn(
  product: Product,
  person: Person,
  account: Account,
): Promise<{ accessToken: string; userId: string }> {
  const { user, session } = (await post(`${product.url}/api/auth/login`, {
    email: account.email,
    password: account.password,
  })) as unknown as {
    user: { id: string };
    session: { access_token: string };
  };
  await person.page.goto('/quick-copy');
  await person.page.evaluate(
    ([storedUser, storedSession]) => {
      localStorage.setItem('user', storedUser as string);
      localStorage.setItem('session', storedSession as string);
    },
    [JSON.stringify(user), JSON.stringify(session)],
  );
  return { accessToken: session.access_token, userId: user.id };
}
