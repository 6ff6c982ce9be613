import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import { Check, MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { type Link, useLan } from './lan-state.ts';
import { lan } from './lan.ts';

export function LanRequests() {
  const heading = useId();
  const { requests } = useLan();
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h2 id={heading} className="text-sm font-semibold">
        {m.lan_requests()}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-warn/40 bg-surface px-3">
        {requests.map(({ peerId, name }) => (
          <DeviceRow key={peerId} name={name} detail={m.lan_request_text()}>
            <Button
              size="sm"
              aria-label={m.lan_refuse_name({ name })}
              onClick={() => lan.refuse(peerId)}
            >
              {m.lan_refuse()}
            </Button>
            <Button
              size="sm"
              variant="primary"
              aria-label={m.lan_allow_name({ name })}
              onClick={() => lan.approve(peerId)}
            >
              {m.lan_allow()}
            </Button>
          </DeviceRow>
        ))}
      </ul>
    </section>
  );
}

export interface DeviceRowProps {
  name: string;
  detail: string;
  children: ReactNode;
}

export function DeviceRow({ name, detail, children }: DeviceRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <IconTile icon={MonitorSmartphone} tone="neutral" />
      <div className="min-w-32 flex-1">
        <p className="text-sm font-medium wrap-anywhere text-ink">
          <bdi translate="no">{name}</bdi>
        </p>
        <p className="tabular text-xs text-muted">{detail}</p>
      </div>
      <div className="flex items-center gap-2">{children}</div>
    </li>
  );
}

export interface LanPeersProps {
  onView: (peerId: string) => void;
}

export function LanPeers({ onView }: LanPeersProps) {
  const { peers, links, discovering } = useLan();
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
}: LanPeersProps & {
  peer: LanPeer;
  link: Link | undefined;
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
  if (!link)
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
  if (link.status !== 'connected')
    return (
      <>
        <span className="text-xs text-muted">
          {link.status === 'waiting' ? m.lan_peer_waiting() : m.lan_peer_connecting()}
        </span>
        {leave}
      </>
    );
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
}
