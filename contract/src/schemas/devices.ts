import * as z from 'zod/mini';
import { clip } from './clips.ts';
import { id, shortText, timestamp } from './common.ts';
import { endpoint, endpointsFor } from './endpoint.ts';
import { acknowledgement, clientEvent } from './event.ts';

const forUser = endpointsFor('user', null);
const forReaders = endpointsFor('user', 'clips:read');

export const device = z.object({
  /** Of the session; of the API token for a program. */
  id,
  name: z.string(),
  current: z.boolean(),
  online: z.boolean(),
  /** Whether it is notified while the app is not open there. */
  push: z.boolean(),
});
export type Device = z.output<typeof device>;

const received = {
  id,
  from: z.object({ id, name: z.string() }),
};

export const sentClip = z.object({
  ...received,
  /** Null once it was deleted. */
  clip: z.nullable(clip),
  at: timestamp,
});
export type SentClip = z.output<typeof sentClip>;

export const listDevices = forReaders('GET /devices', {
  summary:
    'Where I am signed in, and my programs that take clips or did in the last 24 hours: those online first, then those used last.',
  reply: z.array(device),
});

export const sendToDevice = endpoint('POST /devices/{id}/send', {
  access: 'user',
  scope: 'clips:write',
  summary: 'Send a saved clip of mine to a device of mine, which has it in its inbox for 24 hours.',
  params: z.object({ id }),
  body: z.strictObject({ clipId: id }),
  creates: true,
  createsLater: true,
  reply: z.object({ id }),
  errors: ['DEVICE_NOT_FOUND', 'CLIP_NOT_FOUND'],
});

export const listInbox = forReaders('GET /devices/inbox', {
  summary: 'What was sent to this device in the last 24 hours and it has not seen, newest first.',
  reply: z.array(sentClip),
});

export const seeSent = forReaders('POST /devices/inbox/{id}/seen', {
  summary: 'This device has seen what was sent to it.',
  params: z.object({ id }),
  reply: 'nothing',
  errors: ['NOT_FOUND'],
});

const base64url = (bytes: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`)));

export const subscribe = forUser('PUT /account/push', {
  summary:
    'Notify this device, by the subscription that its browser made. A new one takes its place.',
  body: z.strictObject({
    endpoint: shortText(2048),
    keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
    expirationTime: z.nullish(z.number()),
  }),
  reply: 'nothing',
  errors: ['PUSH_ENDPOINT_REFUSED'],
});

export const unsubscribe = forUser('DELETE /account/push', {
  summary: 'Do not notify this device any more.',
  endsRights: true,
  reply: 'nothing',
});

export const deviceEndpoints = {
  listDevices,
  sendToDevice,
  listInbox,
  seeSent,
  subscribe,
  unsubscribe,
};

export const deviceClientEvents = {
  'app:front': clientEvent({
    access: 'user',
    scope: null,
    summary:
      'Whether somebody looks at the app on this device: then it is not notified. False once the socket closes. With the room whose content is on the screen: what is added to it has been seen.',
    payload: z.strictObject({ front: z.boolean(), roomId: z.optional(id) }),
    ack: acknowledgement({}),
  }),
} as const;

export const deviceServerEvents = {
  /** To all sockets of the device that a clip was sent to. */
  'device:received': z.object({ ...received, clip }),
  /** To all sockets of a device, when one of them has seen what was sent. */
  'device:seen': z.object({ id }),
} as const;
