import { ProductError } from '@clipline/contract/errors.ts';
import {
  type ClientAck,
  type ClientEventName,
  type ClientPayload,
  clientEvents,
} from '@clipline/contract/schemas/events.ts';
import type { App, Core } from '../app.ts';
import { type CurrentUser, requireScope } from '../http/current-user.ts';
import { failureBody, failureOf, validate } from '../http/failures.ts';
import { limitKeysOf } from '../http/limits.ts';
import { Queue } from '../queue.ts';
import { type AppSocket, type Connection, connectionOf } from './channels.ts';

/** Channels that one socket may be in besides the one that is its own; a page needs a few. */
const MAX_CHANNELS = 200;

export interface Emission<N extends ClientEventName> {
  readonly payload: ClientPayload<N>;
  readonly user: (typeof clientEvents)[N]['access'] extends 'user'
    ? CurrentUser
    : CurrentUser | null;
  readonly address: string;
  readonly connection: Connection;
  /**
   * Into the channel that `allow` finds, and then `load` reads the state in it: nothing falls
   * between, news may come before. `load` refuses too, for who was put out meanwhile.
   */
  readonly join: <T>(allow: () => Promise<string>, load: () => Promise<T>) => Promise<T>;
  readonly leave: (channel: string) => void;
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

export type Answer<N extends ClientEventName> = Omit<Extract<ClientAck<N>, { ok: true }>, 'ok'>;
export type EventHandler<N extends ClientEventName, A = App> = (
  emission: Emission<N>,
  app: A,
) => Promise<Answer<N>>;

export function serveEvent<N extends ClientEventName, A extends Pick<Core, 'handlers'> = App>(
  app: A,
  name: N,
  handler: EventHandler<N, A>,
): void {
  app.handlers.set(name, {
    event: clientEvents[name],
    handler: (emission: Emission<N>) => handler(emission, app),
  });
}

export type EventsCore = Pick<Core, 'handlers' | 'limitCalls' | 'checkReplies' | 'server'>;

/** Many who join the largest rooms at once: of these few are in memory, and networks take turns. */
const joins = new Queue({ running: 4, runningEach: 2, retryAfterSeconds: 1 });
/** However many of a network join one thing, who joins another does not wait for them all. */
const joinsOfThing = new Queue({ running: Infinity, runningEach: 1, retryAfterSeconds: 1 });

async function inTurn<T>(
  { limitCalls }: EventsCore,
  socket: AppSocket,
  thing: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const { address } = socket.data;
  await limitCalls(address);
  const network = limitKeysOf({ address }).own;
  return joinsOfThing.run(`${network} ${String(thing)}`, () =>
    joins.run(network, async () => {
      if (!socket.connected) throw new ProductError('UNAVAILABLE');
      return work();
    }),
  );
}

function thingOf(payload: unknown): unknown {
  if (typeof payload === 'string') return payload;
  const { clipId, roomId, networkId } = (payload ?? {}) as Record<string, unknown>;
  return clipId ?? roomId ?? networkId;
}

/** Leaving a channel while a join of it is on its way comes after. Other things do not wait. */
export function serveInOrder(
  core: EventsCore,
  socket: AppSocket,
  name: string,
  args: readonly unknown[],
): void {
  const { served } = socket.data;
  const thing = thingOf(args[0]);
  const own = Promise.resolve(served.get(thing))
    .then(() => answerEvent(core, socket, name, args))
    .then(() => void (served.get(thing) === own && served.delete(thing)));
  served.set(thing, own);
}

async function join<T>(
  socket: AppSocket,
  allow: () => Promise<string>,
  load: () => Promise<T>,
): Promise<T> {
  const channel = await allow();
  if (!socket.rooms.has(channel) && socket.rooms.size > MAX_CHANNELS)
    throw new ProductError('TOO_MANY_REQUESTS');
  await socket.join(channel);
  try {
    return await load();
  } catch (error) {
    void socket.leave(channel);
    throw error;
  }
}

async function answerEvent(
  core: EventsCore,
  socket: AppSocket,
  name: string,
  args: readonly unknown[],
): Promise<void> {
  const known = core.handlers.get(name);
  if (!known || !socket.connected) return;
  const last = args.at(-1);
  const acknowledge = typeof last === 'function' ? (last as (reply: object) => void) : () => {};
  const { user, address } = socket.data;
  try {
    requireScope(user, known.event.scope);
    const payload = validate(
      known.event.payload,
      typeof args[0] === 'function' ? undefined : args[0],
    );
    if (known.event.access === 'user' && !user) throw new ProductError('UNAUTHORIZED');
    const thing = thingOf(payload);
    const emission: Emission<ClientEventName> = {
      payload: payload as never,
      user,
      address,
      connection: connectionOf(socket),
      inTurn: (work) => inTurn(core, socket, thing, work),
      join: (allow, load) => inTurn(core, socket, thing, () => join(socket, allow, load)),
      leave: (channel) => void socket.leave(channel),
    };
    const reply = { ok: true, ...(await known.handler(emission as never)) };
    if (core.checkReplies) known.event.ack.parse(reply);
    acknowledge(reply);
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) core.server.log.error({ err: error, event: name }, 'Event failed');
    acknowledge({ ok: false, ...failureBody(failure) });
  }
}
