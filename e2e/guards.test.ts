import { type Account, createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

let account: Account;

test.beforeAll(async ({ product }) => {
  account = await createAccount(product);
});

test('logging out ends this session and no other, on the server too', async ({
  arrive,
  product,
}) => {
  const here = await arrive();
  const there = await arrive();
  const { accessToken } = await signIn(product, here.page, account);
  const other = await signIn(product, there.page, account);
  await here.page.goto('/dashboard');
  const told = here.page.getByText('Logged out successfully').waitFor();
  await here.page.getByRole('button', { name: 'Log out' }).first().click();
  await here.page.waitForURL('**/auth');
  await told;
  expect(
    await here.page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('session')]),
  ).toEqual([null, null]);
  const status = async (token: string) =>
    (
      await fetch(`${product.url}/api/clipboard/stats`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  expect(await status(accessToken)).toBe(401);
  expect(await status(other.accessToken)).toBe(200);

  // The page that was left is no longer the origin of the next sign-in.
  await here.page.getByLabel('Email').fill(account.email);
  await here.page.getByLabel('Password').fill(account.password);
  await here.page.getByRole('button', { name: 'Log in' }).click();
  await here.page.waitForURL('**/dashboard');
});
