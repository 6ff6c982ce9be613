import { updateUser } from '../src/auth/auth.queries.ts';
import type { TestApp } from './build-test-app.ts';
import { call } from './call.ts';
import { type Person, signUp } from './factories.ts';

/** Somebody who runs the server. */
export async function signUpAdmin(app: TestApp, given: { email?: string; name?: string } = {}) {
  const person = await signUp(app, given);
  await updateUser(app.db, person.user.id, { is_admin: 1 });
  return person;
}

/** Nobody runs the server any more, whoever did. */
export const dismissAdmins = ({ db }: TestApp) =>
  db.updateTable('users').set({ is_admin: 0 }).execute();

/** Calls as this person. */
export const as =
  (app: TestApp, { headers }: Pick<Person, 'headers'>) =>
  (what: Parameters<typeof call>[1], body?: unknown) =>
    call(app, what, { headers, body });

export const setRegistration = async (
  app: TestApp,
  registration: 'open' | 'invited' | 'closed',
): Promise<void> => {
  const row = { name: 'registration' as const, value: registration };
  await app.db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
};
