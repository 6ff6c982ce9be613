import type { Channels } from './channels.ts';
import { channelOf } from './channels.ts';
import type { Cluster, NodeMessage } from './cluster.ts';
import { type Frame, frameOf, sendFrame } from './frames.ts';
import type { Publication } from './membership.ts';
import type { RealtimeWatch } from './realtime-watch.ts';
import { leave, listeners, type Sockets } from './sockets.ts';

function publishHere(
  io: Sockets,
  publication: Publication,
  watch: RealtimeWatch | undefined,
): void {
  let frame: Frame | undefined;
  let delivered = 0;
  for (const socket of listeners(io, publication)) {
    frame ??= frameOf(publication.event, publication.payload);
    sendFrame(socket, frame);
    delivered += 1;
  }
  if (delivered > 0) watch?.delivered(publication.event, delivered);
}

function expelHere(
  io: Sockets,
  channel: string,
  isOut: (userId: string | undefined) => boolean,
): void {
  for (const id of io.sockets.adapter.rooms.get(channel) ?? []) {
    const socket = io.sockets.sockets.get(id);
    if (socket && isOut(socket.data.user?.id)) leave(socket, channel);
  }
}

function receive(
  io: Sockets,
  message: NodeMessage,
  watch: RealtimeWatch | undefined,
  onSessionEnd: (sessionId: string) => void,
): void {
  switch (message.kind) {
    case 'publish':
      return publishHere(io, message, watch);
    case 'expel':
      return expelHere(io, message.channel, (userId) => userId === message.userId);
    case 'expel-others':
      return expelHere(
        io,
        message.channel,
        (userId) => userId === undefined || !message.userIds.includes(userId),
      );
    case 'disconnect':
      io.local.in(channelOf.session(message.sessionId)).disconnectSockets(true);
      onSessionEnd(message.sessionId);
      return;
    case 'presence': // presence.ts listens to these itself
      return;
  }
}

/**
 * The channels of this node's sockets, fed by every node of the cluster. `onSessionEnd` ends what
 * else a session has on this node.
 */
export function createChannels(
  io: Sockets,
  cluster: Cluster,
  onSessionEnd: (sessionId: string) => void,
  watch?: RealtimeWatch,
): Channels {
  cluster.onMessage((message) => receive(io, message, watch, onSessionEnd));
  return {
    publish: (channel, event, payload, version, unlessIn) => {
      const versioned =
        typeof version === 'object'
          ? { version: version.version, subject: version.of }
          : { version };
      watch?.published(event);
      cluster.send({ kind: 'publish', channel, event, payload, ...versioned, unlessIn });
    },
    expel: (channel, userId) => cluster.send({ kind: 'expel', channel, userId }),
    expelOthers: (channel, userIds) => cluster.send({ kind: 'expel-others', channel, userIds }),
    disconnectSession: (sessionId) => cluster.send({ kind: 'disconnect', sessionId }),
  };
}
