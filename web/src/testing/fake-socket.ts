import type {
  ClientAck,
  ClientEventName,
  ClientPayload,
  ServerEventName,
  ServerPayload,
} from '@clipline/contract/schemas/events.ts';
import { clientEvents } from '@clipline/contract/schemas/events.ts';
import { ws, type WebSocketHandlerConnection } from 'msw';
import { expect } from 'vitest';
import { fault, network } from './fake-server.ts';

type Client = WebSocketHandlerConnection['client'];
type Acknowledges<N extends ClientEventName> = (payload: ClientPayload<N>) => ClientAck<N>;

const handlers = new Map<ClientEventName, (payload: never) => unknown>();
const received = new Map<ClientEventName, unknown[]>();
const clients = new Set<Client>();
/** Whether the server takes connections. */
let open = false;
/** Those that have not heard yet what they were told. */
const unheard = new Set<Client>();

// The numbers that begin a message, of Engine.IO and of Socket.IO in it.
const [OPEN, PING, PONG] = ['0', '2', '3'] as const;
const [CONNECT, EVENT, ACK, REFUSAL] = ['40', '42', '43', '44'] as const;
const HEARTBEAT = { upgrades: [], pingInterval: 25_000, pingTimeout: 60_000, maxPayload: 1e6 };

export function hear<N extends ClientEventName>(name: N, acknowledge: Acknowledges<N>): void {
  handlers.set(name, acknowledge);
}

export const heard = <N extends ClientEventName>(name: N): readonly ClientPayload<N>[] =>
  (received.get(name) ?? []) as ClientPayload<N>[];

export function tell<N extends ServerEventName>(name: N, payload: ServerPayload<N>): void {
  for (const client of clients) client.send(EVENT + JSON.stringify([name, payload]));
}

/** As when the server ends, or the network does. Nothing connects until it is taken again. */
export function cutConnections(): void {
  open = false;
  for (const client of clients) client.close();
  clients.clear();
  unheard.clear();
}

export const takeConnections = (): void => void (open = true);

/** When the page has heard all that it was told so far. */
export async function hasHeard(): Promise<void> {
  for (const client of clients) {
    unheard.add(client);
    client.send(PING);
  }
  await expect.poll(() => unheard.size).toBe(0);
}

/** When the page is connected and knows it, and has joined what it wants to hear of. */
export const connected = async (joined?: ClientEventName): Promise<void> => {
  await expect.poll(() => clients.size).toBeGreaterThan(0);
  if (joined) await expect.poll(() => heard(joined).length).toBeGreaterThan(0);
  await hasHeard();
};

function receive(client: Client, message: string): void {
  if (message === PING) client.send(PONG);
  else if (message === PONG) unheard.delete(client);
  else if (message.startsWith(CONNECT) && !open)
    client.send(REFUSAL + JSON.stringify({ message: 'Not now' }));
  else if (message.startsWith(CONNECT)) {
    clients.add(client);
    client.send(CONNECT + JSON.stringify({ sid: 'socket' }));
    client.send(EVENT + JSON.stringify(['app:build', { build: 'this' }]));
  } else if (message.startsWith(EVENT)) {
    const [, id, json] = /^42(\d*)(.*)$/s.exec(message)!;
    const [name, payload] = JSON.parse(json!) as [ClientEventName, unknown];
    const { success, data } = clientEvents[name].payload.safeParse(payload);
    if (!success) fault(`${name} with ${JSON.stringify(payload)} is against the contract`);
    received.set(name, [...(received.get(name) ?? []), data]);
    const acknowledge = handlers.get(name);
    // What a page leaves as it goes says nothing about it, nor who looks at it.
    if (!acknowledge && !name.startsWith('leave:') && name !== 'app:front')
      fault(`${name} was sent, and no test said hear('${name}', …)`);
    if (acknowledge && id) client.send(ACK + id + JSON.stringify([acknowledge(data as never)]));
  }
}

// Its path, /socket.io/, is left out where links are matched.
const link = ws.link(`ws://${window.location.host}/`);

network.use(
  link.addEventListener('connection', ({ client }) => {
    client.addEventListener('message', ({ data }) => receive(client, data as string));
    client.addEventListener('close', () => {
      clients.delete(client);
      unheard.delete(client);
    });
    client.send(OPEN + JSON.stringify({ sid: 'engine', ...HEARTBEAT }));
  }),
);

/** Forgets what was said for a test. */
export function forgetSockets(): void {
  handlers.clear();
  received.clear();
  clients.clear();
  unheard.clear();
}
