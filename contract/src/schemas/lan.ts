import * as z from 'zod/mini';
import { id, shortText, timestamp } from './common.ts';
import { desktopItem } from './desktop.ts';
import { endpoint } from './endpoint.ts';
import { acknowledgement, clientEvent, failureValues } from './event.ts';

/** What a socket of the LAN feature says in its query, besides `peerId`: a UUID of its own. */
export const lanType = z.enum(['lan_host', 'lan_discover']);
export type LanType = z.output<typeof lanType>;

/** A visitor on the same network as the server sees it; an IPv6 address is cut to its /64. */
export const lanPeer = z.object({
  id: z.string(),
  name: z.string(),
  ip: z.string(),
  port: z.number(),
});
export type LanPeer = z.output<typeof lanPeer>;

const hostedDesktop = { desktopId: id, items: z.array(desktopItem), lastUpdated: timestamp };

export const lanSecurity = z.object({
  /** 'shared' when strangers may have the same address, as behind one public one. */
  network: z.enum(['private', 'shared']),
  /** Whether the host is asked before a visitor is connected. */
  approvalRequired: z.boolean(),
});

export const getLanData = endpoint('GET /virtual-desktop/lan-data', {
  access: 'anyone',
  scope: null,
  summary: 'What I would show to my local network, and what kind of network the server sees me on.',
  reply: z.object({ ...hostedDesktop, security: lanSecurity }),
  errors: ['NOT_LOCAL_NETWORK', 'DESKTOP_NOT_FOUND', 'ORIGIN_REFUSED'],
});

export const lanEndpoints = { getLanData };

/** No UUID schema: what is none is refused as INVALID_PEER. */
const peerId = shortText(200);
const peer = z.object({ peerId });
const name = z.optional(z.nullable(z.string().check(z.maxLength(1000))));
const nothing = z.optional(z.nullable(z.object({})));

/** Every refusal is also sent as `lan:error`. */
export const lanClientEvents = {
  'lan:host:announce': clientEvent({
    access: 'anyone',
    scope: null,
    summary:
      'Show my desktop to the local network, under a name. The items are read by the server.',
    payload: z.optional(z.nullable(z.object({ name }))),
    ack: acknowledgement({ peer: lanPeer, security: lanSecurity }),
  }),
  'lan:host:update': clientEvent({
    access: 'anyone',
    scope: null,
    summary:
      'My desktop changed. Connected peers have heard of it already: every write is published.',
    payload: nothing,
    ack: acknowledgement({}),
  }),
  'lan:host:approve': clientEvent({
    access: 'anyone',
    scope: null,
    summary: 'Let in a peer that asked.',
    payload: peer,
    ack: acknowledgement({}),
  }),
  'lan:host:refuse': clientEvent({
    access: 'anyone',
    scope: null,
    summary: 'Turn away a peer that asked.',
    payload: peer,
    ack: acknowledgement({}),
  }),
  'lan:host:drop': clientEvent({
    access: 'anyone',
    scope: null,
    summary: 'Disconnect a peer. To come back it needs my approval, on a private network too.',
    payload: peer,
    ack: acknowledgement({}),
  }),
  'lan:discover:request_peers': clientEvent({
    access: 'anyone',
    scope: null,
    summary: 'Who on my network shows a desktop; also sent as lan:peers:list.',
    payload: nothing,
    ack: acknowledgement({ peers: z.array(lanPeer) }),
  }),
  'lan:peer:connect': clientEvent({
    access: 'anyone',
    scope: null,
    summary:
      'See the desktop of a peer; it comes as lan:peer:desktop_data, once the host has agreed if that is required. With `itemNews` changes come as lan:desktop:items, else as lan:desktop:update. Again, it brings the whole desktop anew.',
    payload: z.object({ peerId, name, itemNews: z.optional(z.boolean()) }),
    ack: acknowledgement({ status: z.enum(['connected', 'waiting']) }),
  }),
  'lan:peer:disconnect': clientEvent({
    access: 'anyone',
    scope: null,
    summary: 'Leave a host that I am connected to, or am waiting for.',
    payload: peer,
    ack: acknowledgement({}),
  }),
} as const;

/**
 * `peerId` is the host's. `version` grows with every change of the desktop: an older one may come
 * after a newer.
 */
const peerDesktop = z.object({ peerId, ...hostedDesktop, version: z.number() });

export const lanServerEvents = {
  'lan:peer:announce': lanPeer,
  'lan:peers:list': z.object({ peers: z.array(lanPeer) }),
  'lan:peer:desktop_data': peerDesktop,
  'lan:desktop:update': peerDesktop,
  /**
   * To who connected with `itemNews`: what changed after the version `since`. It applies to that
   * version and later ones; `changed` lies on top of the rest, in this order.
   */
  'lan:desktop:items': z.object({
    peerId,
    desktopId: id,
    since: z.number(),
    version: z.number(),
    lastUpdated: timestamp,
    changed: z.array(desktopItem),
    removed: z.array(id),
  }),
  /** To a host: its guest left, or no longer asks. To others: the host stopped, or let them go. */
  'lan:peer:disconnect': z.object({ peerId }),
  /** To a host: a visitor asks to be let in. */
  'lan:peer:request': z.object({ peerId, name: z.string() }),
  'lan:host:peers': z.object({ peers: z.array(lanPeer) }),
  'lan:error': z.object({
    code: z.string(),
    error: z.string(),
    values: failureValues,
    peerId: z.optional(z.string()),
  }),
} as const;
