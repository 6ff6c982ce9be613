import type { Channels } from './channels.ts';
import { channelOf } from './channels.ts';
import type { Cluster, NodeMessage } from './cluster.ts';
import type { Publication } from './membership.ts';
import { leave, passedOver, type Sockets } from './sockets.ts';

function publishHere(io: Sockets, publication: Publication): void {
  const passed = passedOver(io, publication);
  // One broadcast, because it encodes the message once for all.
  if (passed) io.local.to(publication.channel).except(passed).emit(publication.event, publication.payload);
}

function expelHere(io: Sockets, channel: string, isOut: (userId: string | undefined) => boolean): void {
  for (const id of io.sockets.adapter.rooms.get(channel) ?? []) {
    const socket = io.sockets.sockets.get(id);
    if (socket && isOut(socket.data.user?.id)) leave(socket, channel);
  }
}

function receive(io: Sockets, message: NodeMessage): void {
  switch (message.kind) {
    case 'publish':
      return publishHere(io, message);
    case 'expel':
      return expelHere(io, message.channel, (userId) => userId === message.userId);
    case 'expel-others':
      return expelHere(io, message.channel, (userId) => userId === undefined || !message.userIds.includes(userId));
    case 'disconnect':
      io.local.in(channelOf.session(message.sessionId)).disconnectSockets(true);
      return;
    case 'presence': // presence.ts listens to these itself
      return;
  }
}

/** The channels of this node's sockets, fed by every node of the cluster. */
export function createChannels(io: Sockets, cluster: Cluster): Channels {
  cluster.onMessage((message) => receive(io, message));
  return {
    publish: (channel, event, payload, version, unlessIn) => {
      const versioned = typeof version === 'object' ? { version: version.version, subject: version.of } : { version };
      cluster.send({ kind: 'publish', channel, event, payload, ...versioned, unlessIn });
    },
    expel: (channel, userId) => cluster.send({ kind: 'expel', channel, userId }),
    expelOthers: (channel, userIds) => cluster.send({ kind: 'expel-others', channel, userIds }),
    disconnectSession: (sessionId) => cluster.send({ kind: 'disconnect', sessionId }),
  };
}
