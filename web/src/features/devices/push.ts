import { useMutation, useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { call } from '../../lib/api.ts';
import { readFeatures } from '../../lib/features.ts';
import { isInstalled, isOnIos } from '../../lib/install-offer.ts';
import { storage } from '../../lib/storage.ts';
import { m } from '../../paraglide/messages.js';
import { getUser } from '../../session/session.ts';

/** Whose news this device is notified of, as they chose here. */
const KEY = 'notified';
const notified = createStore<string | null>(() => storage.get(KEY));

function note(userId: string | null): void {
  if (userId === null) storage.remove(KEY);
  else storage.set(KEY, userId);
  notified.setState(userId, true);
}

/** What this browser lacks, and what to do about it; null where it can be notified. */
function whyNot(): string | null {
  if (!isSecureContext) return m.devices_push_https();
  if (isOnIos() && !isInstalled()) return m.devices_push_ios();
  const hasAll =
    'serviceWorker' in navigator &&
    document.body.dataset['worker'] === 'on' &&
    'PushManager' in window &&
    'Notification' in window;
  if (!hasAll) return m.devices_push_missing();
  return Notification.permission === 'denied' ? m.devices_push_denied() : null;
}

const subscribe = (workers: ServiceWorkerRegistration, applicationServerKey: string) =>
  workers.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });

async function turnOn(publicKey: string): Promise<void> {
  const workers = await navigator.serviceWorker.ready;
  const made = await subscribe(workers, publicKey).catch(async (error: unknown) => {
    // One for another key, as of a server that was set up anew, stands in its way.
    const old = await workers.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return subscribe(workers, publicKey);
  });
  const { endpoint, keys } = made.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await call('PUT /account/push', { body: { endpoint: endpoint!, keys: { p256dh, auth } } });
  note(getUser()?.id ?? null);
}

/** The server forgets it with the session. */
export async function unsubscribe(): Promise<void> {
  const workers = await navigator.serviceWorker?.getRegistration();
  await (await workers?.pushManager?.getSubscription())?.unsubscribe();
}

async function turnOff(): Promise<void> {
  await call('DELETE /account/push');
  note(null);
  await unsubscribe();
}

export interface Push {
  readonly on: boolean;
  readonly refusal: string | null;
  /** By a press: the browser asks for permission then. */
  readonly change: (on: boolean) => void;
}

export function usePush(): Push {
  const { data } = useQuery(readFeatures);
  const owner = useStore(notified);
  const { mutate, isPending, variables } = useMutation({
    meta: { failed: m.devices_push_failed() },
    async mutationFn(on: boolean) {
      if (!on) return turnOff();
      // First of all: Firefox and Safari let it be asked for in reply to the press alone.
      const permission = await Notification.requestPermission();
      const { push } = data ?? (await readFeatures.queryFn());
      if (permission === 'granted' && push) await turnOn(push.publicKey);
    },
  });
  const refusal = data?.push === null ? m.devices_push_none() : whyNot();
  const isMine =
    refusal === null && Notification.permission === 'granted' && owner === getUser()?.id;
  return {
    on: isPending ? variables : isMine,
    refusal,
    change: (on) => mutate(on),
  };
}

/** Once more after a sign-in or when the server has lost it, without a question. */
export async function keepPushOn(): Promise<void> {
  if (storage.get(KEY) !== (getUser()?.id ?? '') || whyNot() !== null) return;
  if (Notification.permission !== 'granted') return;
  const { push } = await readFeatures.queryFn();
  if (push) await turnOn(push.publicKey);
}
