import type { App } from '../core/app.ts';
import { whereWritable } from '../core/db/errors.ts';
import { channelOf, type Connection } from '../core/live/channels.ts';
import { type Emission, serveEvent } from '../core/live/serve-event.ts';
import { updateApiToken } from '../auth/programs.queries.ts';

/** The sockets of a program that takes clips which are sent to it. */
export const programChannel = (tokenId: string) => `device:${tokenId}`;
/** The sockets of a session on which somebody looks at the app. */
export const frontChannel = (sessionId: string) => `front:${sessionId}`;

async function setFront({ payload, user, connection, leave }: Emission<'app:front'>) {
  const front = frontChannel(user.sessionId);
  const left = [front, channelOf.lookingAt('')];
  for (const channel of connection.channels())
    if (left.some((start) => channel.startsWith(start))) leave(channel);
  if (!payload.front) return {};
  connection.enter(front);
  if (payload.roomId !== undefined) connection.enter(channelOf.lookingAt(payload.roomId));
  return {};
}

/** Programs that say so in their handshake are devices. */
function greet({ db, tell }: App, { user, auth, enter, onClose }: Connection): void {
  if (!user?.program || auth['device'] !== true) return;
  const { sessionId: tokenId } = user;
  const note = () =>
    void tell(() => whereWritable(updateApiToken(db, tokenId, { device_at: Date.now() })));
  enter(programChannel(tokenId));
  note();
  onClose(note);
}

export function serveDeviceEvents(app: App): void {
  app.greeters.push((connection) => greet(app, connection));
  serveEvent(app, 'app:front', setFront);
}
