import type { LanPeer } from '@clipline/contract/lan.ts';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { DeviceRow } from './device-row.tsx';
import { lan } from './lan.ts';
import type { LanState, Link } from './lan-state.ts';

export interface LanPeersProps {
  state: LanState;
  /** Shows the desktop of a connected peer. */
  onView: (peerId: string) => void;
}

/** The other devices on the network that share a desktop. */
export function LanPeers({ state: { peers, links, discovering }, onView }: LanPeersProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 id={heading} className="text-sm font-semibold">
          Devices on your network
        </h3>
        <ConnectionDot
          state={discovering === 'on' ? 'connected' : 'connecting'}
          {...(discovering === 'on' && { label: 'Looking for devices' })}
        />
      </div>
      {peers.length === 0 ? (
        <p className="rounded-card border border-dashed border-line px-4 py-5 text-center text-sm text-muted">
          No other device yet. Open this page on another device and press LAN Share there.
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

function PeerActions({ peer, link, onView }: { peer: LanPeer; link: Link | undefined; onView: (peerId: string) => void }) {
  const leave = (
    <Button size="sm" variant="ghost" aria-label={`Disconnect from ${peer.name}`} onClick={() => lan.disconnect(peer.id)}>
      {link?.status === 'connected' ? 'Disconnect' : 'Cancel'}
    </Button>
  );
  switch (link?.status) {
    case undefined:
      return (
        <Button size="sm" variant="primary" aria-label={`Connect to ${peer.name}`} onClick={() => lan.connect(peer)}>
          Connect
        </Button>
      );
    case 'connected':
      return (
        <>
          <Badge tone="accent" icon={Check}>
            Connected
          </Badge>
          <Button size="sm" aria-label={`View desktop of ${peer.name}`} onClick={() => onView(peer.id)}>
            View
          </Button>
          {leave}
        </>
      );
    case 'waiting':
      return (
        <>
          <span className="text-xs text-muted">Waiting for approval…</span>
          {leave}
        </>
      );
    case 'connecting':
    case 'lost':
      return (
        <>
          <span className="text-xs text-muted">Connecting…</span>
          {leave}
        </>
      );
  }
}
