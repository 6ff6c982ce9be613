import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { plansOf } from '../../testing/plans.ts';
import { listClipsOf } from '../clips/clips.queries.ts';
import { listRevisedBy, removeVersionsOfAuthor } from '../texts/history.queries.ts';
import { purgeRooms, removeEmptiedRooms } from '../rooms/rooms.queries.ts';
import * as queries from './account.queries.ts';

onEachDatabase((environment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());

  test('an account is removed, and a room, without looking through whole tables', async () => {
    const user = { id: 'nobody', email: 'nobody@example.com' };
    const plans = await plansOf(app.store, async (tx) => {
      await queries.listMemberships(tx, user.id);
      await listClipsOf(tx, user.id, 100);
      await queries.removeClips(tx, ['none']);
      await queries.listDeletedContentOf(tx, user.id, 100);
      await purgeRooms(tx, { ownerId: user.id });
      await listRevisedBy(tx, user.id, 100);
      await queries.hasBelongings(tx, user.id);
      await queries.removeAddress(tx, user, 'deleted@deleted.invalid');
      await removeVersionsOfAuthor(tx, user.id);
      await queries.isRemembered(tx, user.id);
      await queries.replaceByPlaceholder(tx, user.id, {
        id: 'placeholder',
        email: 'deleted@deleted.invalid',
        name: 'Deleted account',
        password_hash: '',
        created_at: 0,
        disabled_at: 0,
        trial_ends_at: 0,
        paid_plan: null,
        paid_until: null,
        address_notice_at: null,
      });
      // SQLite tells what it looks for among what refers to them.
      await queries.removeUser(tx, user.id);
      await removeEmptiedRooms(tx);
    });
    expect(plans.length).toBeGreaterThan(15);
    expect(plans.filter((plan) => /SCAN|Seq Scan/.test(plan))).toEqual([]);
  });
});
