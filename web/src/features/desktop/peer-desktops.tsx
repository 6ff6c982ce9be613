import { Eye, MonitorSmartphone, Unplug } from 'lucide-react';
import { useId, useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { lan } from '../lan/lan.ts';
import { useLan, type Link } from '../lan/lan-state.ts';
import { ItemGrid } from './items/item-grid.tsx';
import { DownloadAll } from '../../things/download-all.tsx';
import { download } from '../../things/downloads.ts';
import { filesOf, type ItemTools, openPicture } from './items/item-tools.ts';
import { open } from './overlays.ts';
import type { Block } from '../../things/content.ts';

export function PeerDesktops() {
  const { links } = useLan();
  return Object.entries(links).map(
    ([peerId, link]) =>
      link.desktop && (
        <PeerDesktop key={peerId} peerId={peerId} link={link} items={link.desktop.items} />
      ),
  );
}

interface PeerDesktopProps {
  peerId: string;
  link: Link;
  items: readonly Block[];
}

function PeerDesktop({ peerId, link, items }: PeerDesktopProps) {
  const heading = useId();
  const tools = useMemo<ItemTools>(() => {
    const save = ({ files: [file] }: Block) => download(file);
    return {
      open: (item) =>
        item.files.length > 0 ? openPicture({ items, first: item, save }) : open('item', { item }),
      download: save,
      renew: () => undefined,
    };
  }, [items]);
  const connected = link.status === 'connected';
  return (
    <section
      id={`peer-${peerId}`}
      aria-labelledby={heading}
      className="flex scroll-mt-20 flex-col gap-4 rounded-dialog border border-line bg-sunken p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <MonitorSmartphone size={18} aria-hidden className="text-accent" />
        <h2 id={heading} tabIndex={-1} className="min-w-0 truncate text-base font-semibold">
          <bdi translate="no">{link.name}</bdi>
        </h2>
        <Badge icon={Eye}>{m.desktop_peer_read_only()}</Badge>
        <ConnectionDot
          state={connected ? 'connected' : 'connecting'}
          pulse={Date.parse(link.desktop?.lastUpdated ?? '') || 0}
          {...(!connected && { label: m.desktop_peer_lost() })}
        />
        <div className="ms-auto flex flex-wrap gap-1">
          <DownloadAll
            variant="ghost"
            size="sm"
            count={filesOf(items).length}
            name={link.name}
            read={async () => filesOf(items)}
          />
          <Button variant="ghost" size="sm" onClick={() => lan.disconnect(peerId)}>
            <Unplug size={16} aria-hidden />
            {m.desktop_peer_disconnect()}
          </Button>
        </div>
      </div>
      {items.length > 0 ? (
        <ItemGrid label={m.desktop_peer_blocks({ name: link.name })} items={items} tools={tools} />
      ) : (
        <p className="py-6 text-center text-sm text-muted">{m.desktop_peer_empty()}</p>
      )}
    </section>
  );
}
