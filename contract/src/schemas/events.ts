import type * as z from 'zod/mini';
import type { NeededScope } from '../scopes.ts';
import { billingServerEvents } from './billing.ts';
import { clipClientEvents, clipServerEvents } from './clips.ts';
import { desktopClientEvents, desktopServerEvents } from './desktop.ts';
import { deviceClientEvents, deviceServerEvents } from './devices.ts';
import { featureServerEvents } from './features.ts';
import { filesServerEvents } from './files.ts';
import { lanClientEvents, lanServerEvents } from './lan.ts';
import { linkServerEvents } from './links.ts';
import { handoverServerEvents } from './handover.ts';
import { roomClientEvents, roomServerEvents } from './rooms.ts';

export const clientEvents = {
  ...clipClientEvents,
  ...roomClientEvents,
  ...desktopClientEvents,
  ...lanClientEvents,
  ...deviceClientEvents,
} as const;
export const serverEvents = {
  ...clipServerEvents,
  ...linkServerEvents,
  ...roomServerEvents,
  ...desktopServerEvents,
  ...lanServerEvents,
  ...billingServerEvents,
  ...featureServerEvents,
  ...filesServerEvents,
  ...handoverServerEvents,
  ...deviceServerEvents,
} as const;

const heardWith = (events: object, scope: NeededScope) =>
  Object.keys(events).map((name): [string, NeededScope] => [name, scope]);

export const serverEventScopes: ReadonlyMap<string, NeededScope> = new Map([
  ...heardWith(clipServerEvents, 'clips:read'),
  ...heardWith(linkServerEvents, 'links'),
  ...heardWith(roomServerEvents, 'rooms:read'),
  ...heardWith(desktopServerEvents, 'desktop'),
  ...heardWith(lanServerEvents, null),
  ...heardWith(billingServerEvents, null),
  ...heardWith(featureServerEvents, 'any'),
  // Of the thing that it is about, where it is published.
  ...heardWith(filesServerEvents, 'any'),
  ...heardWith(handoverServerEvents, null),
  ...heardWith(deviceServerEvents, 'clips:read'),
]);

export type ClientEventName = keyof typeof clientEvents;
export type ServerEventName = keyof typeof serverEvents;
export type ClientPayload<N extends ClientEventName> = z.output<
  (typeof clientEvents)[N]['payload']
>;
export type ClientAck<N extends ClientEventName> = z.output<(typeof clientEvents)[N]['ack']>;
export type ServerPayload<N extends ServerEventName> = z.output<(typeof serverEvents)[N]>;
