import type { BrowserContext, Page } from '@playwright/test';
import { createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { workerIn } from './support/worker.ts';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

const NEWS = { title: 'Lisbon trip', body: 'Grace added something', url: '/rooms/r1', tag: 'r1' };

/** As a push service would, whatever the browser is subscribed to. */
async function pusherIn(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const first = registrations.find(({ isDeleted }) => !isDeleted);
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

/** A browser without a screen keeps no notifications: what the worker asked it to show. */
const told = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(() => (self as unknown as { told: object[] }).told);

test('a notification tells who and where, whatever is on the screen; what cannot be read leads in', async ({
  page,
  context,
  product,
}) => {
  await signIn(product, page, await createAccount(product));
  await page.goto('/dashboard');
  await workerIn(page);
  await context.serviceWorkers()[0]!.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const own: object[] = [];
    Object.assign(self, { told: own });
    registration.showNotification = async (title, { body, tag, data } = {}) => {
      own.push({ title, body, tag, url: data as string });
    };
  });
  const push = await pusherIn(page, product.url);
  await push(JSON.stringify(NEWS));
  await push('');
  await expect
    .poll(() => told(context))
    .toEqual([NEWS, { title: 'Clipline', body: '', tag: '', url: '/dashboard' }]);
});
