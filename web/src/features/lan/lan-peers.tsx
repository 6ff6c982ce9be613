import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { DeviceRow } from './lan-requests.tsx';
import type { LanState, Link } from './lan-state.ts';
import { lan } from './lan.ts';

export interface LanPeersProps {
  state: LanState;
  onView: (peerId: string) => void;
}

export function LanPeers({ state: { peers, links, discovering }, onView }: LanPeersProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 id={heading} className="text-sm font-semibold">
          {m.lan_peers()}
        </h3>
        <ConnectionDot
          state={discovering === 'on' ? 'connected' : 'connecting'}
          {...(discovering === 'on' && { label: m.lan_peers_looking() })}
        />
      </div>
      {peers.length === 0 ? (
        <p className="rounded-card border border-dashed border-line px-4 py-5 text-center text-sm text-muted">
          {m.lan_peers_none()}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line px-3">
          {peers.map((peer) => (
            <DeviceRow key={peer.id} name={peer.name} detail={peer.ip}>
              <PeerActions peer={peer} link={links[peer.id]} onView={onView} />
            </DeviceRow>
          ))}
        </ul>
      )}
    </section>
  );
}

function PeerActions({
  peer,
  link,
  onView,
}: {
  peer: LanPeer;
  link: Link | undefined;
  onView: (peerId: string) => void;
}) {
  const leave = (
    <Button
      size="sm"
      variant="ghost"
      aria-label={m.lan_peer_disconnect({ name: peer.name })}
      onClick={() => lan.disconnect(peer.id)}
    >
      {link?.status === 'connected' ? m.lan_disconnect() : m.lan_cancel()}
    </Button>
  );
  switch (link?.status) {
    case undefined:
      return (
        <Button
          size="sm"
          variant="primary"
          aria-label={m.lan_connect_to({ name: peer.name })}
          onClick={() => lan.connect(peer)}
        >
          {m.lan_connect()}
        </Button>
      );
    case 'connected':
      return (
        <>
          <Badge tone="accent" icon={Check}>
            {m.lan_peer_connected()}
          </Badge>
          <Button
            size="sm"
            aria-label={m.lan_peer_view_of({ name: peer.name })}
            onClick={() => onView(peer.id)}
          >
            {m.lan_peer_view()}
          </Button>
          {leave}
        </>
      );
    case 'waiting':
      return (
        <>
          <span className="text-xs text-muted">{m.lan_peer_waiting()}</span>
          {leave}
        </>
      );
    case 'connecting':
    case 'lost':
      return (
        <>
          <span className="text-xs text-muted">{m.lan_peer_connecting()}</span>
          {leave}
        </>
      );
  }
}
