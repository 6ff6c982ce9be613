import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Product } from './product.ts';
import { watchPages } from './watch-pages.ts';

/** A person at a browser of their own, on this product. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  leave(): Promise<void>;
}

/** Opens a fresh browser profile. */
export async function arrive(
  browser: Browser,
  product: Product,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({ baseURL: product.url, ...options });
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

interface SignedIn {
  readonly accessToken: string;
  readonly userId: string;
}

async function logIn(product: Product, { email, password }: Account) {
  return (await post(`${product.url}/api/auth/login`, { email, password })) as unknown as {
    user: { id: string };
    session: { access_token: string };
  };
}

/** Signs in through the API, for what needs no browser. */
export async function tokenOf(product: Product, account: Account): Promise<string> {
  return (await logIn(product, account)).session.access_token;
}

/** A tab of whichever browser. */
interface Tab {
  goto(address: string): Promise<unknown>;
  evaluate(work: (given: string[]) => void, given: string[]): Promise<unknown>;
}

/** Signs in through the API and leaves the browser as a sign-in on the screen would. */
export async function signIn(product: Product, page: Tab, account: Account): Promise<SignedIn> {
  const { user, session } = await logIn(product, account);
  // Where the app does not run, and so does not notice.
  await page.goto(`${product.url}/robots.txt`);
  await page.evaluate(
    ([storedUser = '', storedSession = '']) => {
      localStorage.setItem('user', storedUser);
      localStorage.setItem('session', storedSession);
    },
    [JSON.stringify(user), JSON.stringify(session)],
  );
  return { accessToken: session.access_token, userId: user.id };
}
