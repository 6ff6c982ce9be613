import {
  type ClientAck,
  type ClientEventName,
  type ClientPayload,
  clientEvents,
} from '@clipline/contract/schemas/events.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { App, Core } from '../app.ts';
import { type CurrentUser, requireScope } from '../http/current-user.ts';
import { failureBody, failureOf, validate } from '../http/failures.ts';
import { jsonInTurns } from '../http/stream.ts';
import { type Connection, connectionOf } from './connections.ts';
import { ReadyJson } from './parser.ts';
import { type AppSocket, turnToJoin } from './sockets.ts';

/** Channels that one socket may be in besides the one that is its own; a page needs a few. */
const MAX_CHANNELS = 200;

/** What a handler is given: everything validated, the sender known. */
export interface Emission<N extends ClientEventName> {
  readonly payload: ClientPayload<N>;
  readonly user: (typeof clientEvents)[N]['access'] extends 'user'
    ? CurrentUser
    : CurrentUser | null;
  readonly address: string;
  readonly connection: Connection;
  /**
   * Puts the sender into a channel and returns the state that `load` reads. `allow` throws to
   * refuse.
   */
  readonly join: <T>(
    channel: string,
    allow: () => Promise<unknown>,
    load: () => Promise<T>,
  ) => Promise<T>;
  readonly leave: (channel: string) => void;
  /**
   * Waits for its turn as a join does, and counts as one: for events that read as much. `what` is
   * theirs alone, as a channel is.
   */
  readonly takeTurn: (what: string) => Promise<void>;
}

/** What the acknowledgement carries besides `ok`. */
export type Answer<N extends ClientEventName> = Omit<Extract<ClientAck<N>, { ok: true }>, 'ok'>;
export type EventHandler<N extends ClientEventName, A = App> = (
  emission: Emission<N>,
  app: A,
) => Promise<Answer<N>>;

/** What every served event shares. */
export interface ServedEvents extends Pick<
  Core,
  'handlers' | 'greeters' | 'answers' | 'checkReplies'
> {
  /** Counts a join of an address, which reads as much as a call; throws TOO_MANY_REQUESTS. */
  readonly limitJoins: (address: string) => Promise<void>;
  readonly onFailure: (error: unknown, event: string) => void;
}

/** Registers the one handler of an event of the contract. */
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

/** Each of `turns` ends one that was taken. */
function takeTurnsWith(
  socket: AppSocket,
  { limitJoins }: Pick<ServedEvents, 'limitJoins'>,
  turns: (() => void)[],
): (what: string) => Promise<void> {
  return async (what) => {
    await limitJoins(socket.data.address);
    turns.push(await turnToJoin(socket, what));
    if (!socket.connected) throw new ProductError('UNAVAILABLE');
  };
}

/**
 * Nothing is heard before `allow` has allowed it. The state is read in the channel, so that nothing
 * falls between the two: news may come before the state that contains them. A caller who was put
 * out meanwhile is refused by the second look. `isLeft` tells whether the sender has left a channel
 * since the event came.
 */
function joinWith(
  socket: AppSocket,
  takeTurn: Emission<ClientEventName>['takeTurn'],
  isLeft: (channel: string) => boolean,
): Emission<ClientEventName>['join'] {
  return async (channel, allow, load) => {
    await takeTurn(channel);
    try {
      await allow();
      if (!socket.rooms.has(channel) && socket.rooms.size > MAX_CHANNELS)
        throw new ProductError('TOO_MANY_REQUESTS');
      await socket.join(channel);
      // A page that is closed at once leaves before it is in.
      if (isLeft(channel)) void socket.leave(channel);
      await allow();
      return await load();
    } catch (error) {
      void socket.leave(channel);
      throw error;
    }
  };
}

/** Acknowledges one event of one socket. Never throws: an error here would end the process. */
export async function answerEvent(
  served: ServedEvents,
  socket: AppSocket,
  name: string,
  args: readonly unknown[],
): Promise<void> {
  const known = served.handlers.get(name);
  if (!known) return;
  const last = args.at(-1);
  const acknowledge = typeof last === 'function' ? (last as (reply: object) => void) : () => {};
  const turns: (() => void)[] = [];
  const { user, address, leaves } = socket.data;
  const isLeft = leaves.begin();
  try {
    requireScope(user, known.event.scope);
    const payload = validate(
      known.event.payload,
      typeof args[0] === 'function' ? undefined : args[0],
    );
    if (known.event.access === 'user' && !user) throw new ProductError('UNAUTHORIZED');
    const connection = connectionOf(socket);
    const takeTurn = takeTurnsWith(socket, served, turns);
    const emission = {
      payload,
      user,
      address,
      connection,
      join: joinWith(socket, takeTurn, isLeft),
      takeTurn,
      leave(channel: string) {
        leaves.note(channel);
        void socket.leave(channel);
      },
    };
    const reply = { ok: true, ...(await known.handler(emission as never)) };
    if (served.checkReplies) known.event.ack.parse(reply);
    acknowledge(new ReadyJson(await jsonInTurns(address, reply)));
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) served.onFailure(error, name);
    acknowledge({ ok: false, ...failureBody(failure) });
  } finally {
    leaves.end();
    for (const end of turns) end();
  }
}
