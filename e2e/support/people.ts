import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { insertUser } from '../../server/src/auth/auth.queries.ts';
import { hashPassword, setHashingCost } from '../../server/src/auth/passwords.ts';
import { transact } from '../../server/src/core/db/database.ts';
import { openStoreBeside } from '../../server/src/core/db/open.ts';
import { newId } from '../../server/src/core/ids.ts';
import { LOW_COST } from '../../server/testing/factories.ts';
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

// What takes long by design is done by the stories that are about signing up and in.
setHashingCost(LOW_COST);

/** Writes a confirmed account into the store, for stories that are not about signing up. */
export async function createAccount({ dataDir }: Product, name?: string): Promise<Account> {
  const account = newAccount(name);
  const row = {
    id: newId(),
    name: account.name,
    email: account.email,
    password_hash: await hashPassword(account.password),
    created_at: Date.now(),
  };
  const store = openStoreBeside({ DATABASE_URL: undefined, DATA_DIR: dataDir });
  await transact(store.db, (tx) => insertUser(tx, row));
  await store.close();
  return account;
}

interface SignedIn {
  readonly accessToken: string;
  readonly userId: string;
}

async function logIn({ url }: Product, { email, password }: Account) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as { user: { id: string }; session: { access_token: string } };
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
