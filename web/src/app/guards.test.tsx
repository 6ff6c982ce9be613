import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { signIn, signOut } from '../session/session.ts';
import { USER } from '../testing/fake-browser.ts';
import { ProtectedGuard } from './guards.tsx';

const session = () => ({
  access_token: 'a',
  refresh_token: 'r',
  expires_at: Date.now() / 1000 + 3000,
});

function SignIn() {
  return <p>Sign in, then {JSON.stringify(useLocation().state)}</p>;
}

const app = (
  <MemoryRouter initialEntries={['/favorites?type=file']}>
    <Routes>
      <Route
        path="/favorites"
        element={
          <ProtectedGuard>
            <p>My favourites</p>
          </ProtectedGuard>
        }
      />
      <Route path="/auth" element={<SignIn />} />
    </Routes>
  </MemoryRouter>
);

afterEach(() => signOut(null));

test('without a user it leads to sign in and remembers the way back', async () => {
  signOut(null);
  await render(app);
  await expect
    .element(page.getByText('Sign in, then {"from":"/favorites?type=file"}'))
    .toBeVisible();
});

test('a signed-in person passes; who logs out comes back to nothing', async () => {
  signIn(USER, session());
  await render(app);
  await expect.element(page.getByText('My favourites')).toBeVisible();
  signOut('logout');
  await expect.element(page.getByText('Sign in, then null')).toBeVisible();
});

test('who is signed out by expiry comes back to the page', async () => {
  signIn(USER, session());
  await render(app);
  signOut('expiry');
  await expect
    .element(page.getByText('Sign in, then {"from":"/favorites?type=file"}'))
    .toBeVisible();
});
