import { Send, Smartphone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ArrowList } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { SectionUnread } from '../../ui/section.tsx';
import { open as openOwner } from '../owner/overlays.ts';
import { DeviceIcon } from './device-icon.tsx';
import { type OtherDevice, useOtherDevices, useSend } from './devices.api.ts';

/** What will become of a clip that is sent there. */
function fateOn({ runsOn, online, push }: OtherDevice): string {
  if (runsOn === null) return online ? m.devices_to_clipboard() : m.devices_to_program();
  if (online) return m.devices_here_now();
  return push ? m.devices_notified() : m.devices_when_opened();
}

function DeviceButton({ device, onSend }: { device: OtherDevice; onSend: () => void }) {
  const { name, online, runsOn } = device;
  return (
    <button
      type="button"
      data-grid-item
      onClick={onSend}
      className="flex min-h-14 w-full items-center gap-3 rounded-control px-2.5 py-1.5 text-start -outline-offset-2 hover:bg-hover"
    >
      <span aria-hidden className="relative shrink-0 text-body">
        <DeviceIcon of={runsOn ?? 'laptop'} size={20} />
        {online && (
          <span className="absolute -end-1 -bottom-0.5 size-2.5 rounded-full border-2 border-raised bg-accent" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <bdi translate="no" className="block truncate text-sm font-medium text-ink">
          {name}
        </bdi>
        <span className="block text-xs text-muted">{fateOn(device)}</span>
      </span>
    </button>
  );
}

export function SendDialog({ clipId }: { clipId: string }) {
  const { close } = useOverlay();
  const { data: devices, error, refetch } = useOtherDevices();
  const send = useSend();
  const list = useRef<HTMLUListElement>(null);
  const isThere = devices !== undefined;
  // Enter sends to the first.
  useEffect(() => {
    if (isThere) list.current?.querySelector<HTMLElement>('[data-grid-item]')?.focus();
  }, [isThere]);
  const addPhone = () => {
    close();
    openOwner('phone');
  };
  return (
    <Dialog title={m.devices_send_to()} size="sm">
      <div className="-mx-2.5 -mt-2 flex flex-col gap-2">
        {!devices ? (
          <SectionUnread
            failure={error && failureText(error, m.devices_failed())}
            onRetry={refetch}
          />
        ) : devices.length === 0 ? (
          <p className="flex items-center gap-3 px-2.5 text-sm text-body">
            <Send size={20} aria-hidden className="shrink-0 text-muted" />
            {m.devices_none()}
          </p>
        ) : (
          <ArrowList ref={list} label={m.devices_list()} className="flex flex-col">
            {devices.map((device) => (
              <li key={device.id}>
                <DeviceButton
                  device={device}
                  onSend={() => {
                    close();
                    send.mutate({ to: device, clipId });
                  }}
                />
              </li>
            ))}
          </ArrowList>
        )}
        <div className="border-t border-line pt-2">
          <Button variant="ghost" className="w-full justify-start! px-2.5!" onClick={addPhone}>
            <Smartphone size={18} aria-hidden />
            {m.devices_add_phone()}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
