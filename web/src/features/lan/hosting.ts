import { randomId } from '../../lib/random-id.ts';
import { createConnection } from '../../live/socket-connection.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';
import { changeLan, lanState } from './lan-state.ts';

type Answer = 'lan:host:approve' | 'lan:host:refuse' | 'lan:host:drop';

export interface HostingEvents {
  readonly onStarted: () => void;
  /** The server refuses for good: this network, or no desktop. */
  readonly onRefused: (code: string | undefined, error: string) => void;
  readonly onIdTaken: () => void;
}

const withoutRequest = (peerId: string) =>
  lanState().requests.filter((request) => request.peerId !== peerId);

export function startHosting(events: HostingEvents) {
  const peerId = randomId();
  const connection = createConnection({ type: 'lan_host', peerId });
  let announcedIn = 0;
  let started = false;

  /** Under the name of this moment; before there is a connection, that connection will. */
  const announce = () =>
    connection.emit('lan:host:announce', { name: lanState().name }, (ack) => {
      if (!ack.ok) return events.onRefused(ack.code, ack.error);
      changeLan({ hosting: 'on', security: ack.security, problem: null });
      if (!started) events.onStarted();
      started = true;
    });

  const unsubscribe = connection.subscribe(() => {
    const { state, epoch } = connection.snapshot();
    if (state !== 'connected')
      return started && changeLan({ hosting: 'starting', guests: [], requests: [] });
    if (epoch === announcedIn) return;
    announcedIn = epoch;
    announce();
  });
  connection.on('lan:host:peers', ({ peers }) => changeLan({ guests: peers }));
  connection.on('lan:peer:request', (request) => {
    changeLan({ requests: [...withoutRequest(request.peerId), request] });
    toast.success(m.lan_asked({ name: request.name }), undefined, {
      news: true,
      duration: 5000,
      action: {
        label: m.lan_allow(),
        onPress: () => answer(request.peerId, 'lan:host:approve'),
      },
    });
  });
  connection.on('lan:peer:disconnect', (gone) =>
    changeLan({ requests: withoutRequest(gone.peerId) }),
  );
  connection.on('lan:error', ({ code, error }) => {
    console.warn(`LAN host: ${code}: ${error}`);
    if (code === 'PEER_ID_TAKEN') events.onIdTaken();
    else if (code === 'NOT_LOCAL_NETWORK' || code === 'NO_DESKTOP_TO_HOST')
      events.onRefused(code, error);
  });

  function answer(guest: string, event: Answer): void {
    connection.emit(event, { peerId: guest });
    changeLan({
      requests: withoutRequest(guest),
      ...(event === 'lan:host:drop' && {
        guests: lanState().guests.filter(({ id }) => id !== guest),
      }),
    });
  }

  changeLan({ hosting: 'starting' });
  const release = connection.hold();
  return {
    peerId,
    announce,
    answer,
    check: connection.check,
    stop() {
      unsubscribe();
      release();
      changeLan({ hosting: 'off', guests: [], requests: [] });
    },
  };
}

export type Hosting = ReturnType<typeof startHosting>;
