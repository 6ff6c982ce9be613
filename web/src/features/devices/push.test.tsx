import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { USER } from '../../testing/fake-browser.ts';
import { replies, sent } from '../../testing/fake-server.ts';
import { arrives, button, FEATURES, main, says, show } from '../../testing/show.tsx';
import { subscription, PROFILE } from '../../testing/things.ts';

const KEY = 'BNew';
const endpointOf = (key: string) => `https://push.example.org/${key}`;
const subscribed = () => sent('PUT /account/push').map(({ body }) => body.endpoint);
const push = () => page.getByRole('switch', { name: 'Notify this device' });

interface Browser {
  /** What the person answers when they are asked. */
  readonly answer?: NotificationPermission;
  /** The key that a subscription from before was made for. */
  readonly madeFor?: string;
}

/** Which subscription it has, and how often it asked. */
function fakeBrowser({ answer = 'granted', madeFor }: Browser = {}) {
  const browser = { subscribedFor: madeFor, asked: 0 };
  const subscriptionFor = (key: string) => ({
    toJSON: () => ({
      endpoint: endpointOf(key),
      keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    }),
    async unsubscribe() {
      browser.subscribedFor = undefined;
      return true;
    },
  });
  const pushManager = {
    async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
      if (browser.subscribedFor !== undefined && browser.subscribedFor !== key)
        throw new DOMException('One for another key is there', 'InvalidStateError');
      browser.subscribedFor = key;
      return subscriptionFor(key);
    },
    getSubscription: async () =>
      browser.subscribedFor === undefined ? null : subscriptionFor(browser.subscribedFor),
  };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  const workers = navigator.serviceWorker;
  vi.spyOn(workers, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  vi.spyOn(workers, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(workers, 'register').mockResolvedValue(registration);
  const notification = {
    permission: 'default',
    async requestPermission() {
      browser.asked += 1;
      return (notification.permission = answer);
    },
  };
  vi.stubGlobal('Notification', notification);
  return browser;
}

beforeEach(() => {
  document.body.dataset['worker'] = 'on';
  onTestFinished(() => void delete document.body.dataset['worker']);
  replies({
    'GET /features': { ...FEATURES, push: { publicKey: KEY } },
    'GET /account': PROFILE,
    'GET /account/sessions': [],
    'GET /account/tokens': [],
    'GET /billing/subscription': subscription(),
    'PUT /account/push': undefined,
    'DELETE /account/push': undefined,
    'POST /auth/logout': { message: 'Bye' },
  });
});

test('a press asks the browser, subscribes it, and a second press ends that', async () => {
  const browser = fakeBrowser();
  await show('/account');
  await expect.element(push()).not.toBeChecked();
  expect(browser.asked).toBe(0);
  await push().click();
  await expect.poll(subscribed).toEqual([endpointOf(KEY)]);
  await expect.element(push()).toBeChecked();
  await push().click();
  await expect.poll(() => browser.subscribedFor).toBeUndefined();
  expect(sent('DELETE /account/push')).toHaveLength(1);
  await expect.element(push()).not.toBeChecked();
});

test('a person who refuses is told how to allow it', async () => {
  fakeBrowser({ answer: 'denied' });
  await show('/account');
  await push().click();
  await says(main(), 'This browser does not allow it.');
  await expect.element(push()).not.toBeInTheDocument();
  expect(subscribed()).toEqual([]);
});

test('a browser without push says so', async () => {
  fakeBrowser();
  const { PushManager } = window;
  Reflect.deleteProperty(window, 'PushManager');
  onTestFinished(() => void Object.assign(window, { PushManager }));
  await show('/account');
  await says(main(), 'This browser cannot be notified.');
});

test('a subscription of a server that was set up anew gives way', async () => {
  const browser = fakeBrowser({ madeFor: 'BOld' });
  await show('/account');
  await push().click();
  await expect.poll(subscribed).toEqual([endpointOf(KEY)]);
  expect(browser.subscribedFor).toBe(KEY);
});

test('whoever logs out leaves no subscription, and has it again when they are back', async () => {
  const browser = fakeBrowser();
  await show('/account');
  await push().click();
  await expect.poll(subscribed).toHaveLength(1);
  // The device remembers it once the server has replied.
  await expect.poll(() => localStorage.getItem('notified')).toBe(USER.id);
  await button('Log out').click();
  await arrives('/auth');
  await expect.poll(() => browser.subscribedFor).toBeUndefined();
  await show('/account');
  await expect.poll(subscribed).toHaveLength(2);
  expect(browser.asked).toBe(1);
});
