import type * as z from 'zod/mini';
import { billingServerEvents } from './billing.ts';
import { clipClientEvents, clipServerEvents } from './clips.ts';
import { desktopClientEvents, desktopServerEvents } from './desktop.ts';
import { lanClientEvents, lanServerEvents } from './lan.ts';
import { roomClientEvents, roomServerEvents } from './rooms.ts';

/** Every event a client may send. */
export const clientEvents = {
  ...clipClientEvents,
  ...roomClientEvents,
  ...desktopClientEvents,
  ...lanClientEvents,
} as const;
/** Every event the server sends. */
export const serverEvents = {
  ...clipServerEvents,
  ...roomServerEvents,
  ...desktopServerEvents,
  ...lanServerEvents,
  ...billingServerEvents,
} as const;

export type ClientEventName = keyof typeof clientEvents;
export type ServerEventName = keyof typeof serverEvents;
export type ClientPayload<N extends ClientEventName> = z.output<
  (typeof clientEvents)[N]['payload']
>;
export type ClientAck<N extends ClientEventName> = z.output<(typeof clientEvents)[N]['ack']>;
export type ServerPayload<N extends ServerEventName> = z.output<(typeof serverEvents)[N]>;
