import { Menu } from '@base-ui/react/menu';
import type { RoomNotifications } from '@clipline/contract/schemas/rooms.ts';
import { Check } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { useOverlay } from '../../../ui/overlays.tsx';
import { usePush } from '../../devices/push.ts';
import { useRoom, useRoomNotifications } from '../rooms.api.ts';

const MODES: readonly { value: RoomNotifications; label: string; text: string }[] = [
  { value: 'all', label: m.rooms_notify_all(), text: m.rooms_notify_all_text() },
  { value: 'badge', label: m.rooms_notify_badge(), text: m.rooms_notify_badge_text() },
  { value: 'off', label: m.rooms_notify_off(), text: m.rooms_notify_off_text() },
];

const ITEM =
  'grid min-h-9 cursor-default grid-cols-[1rem_1fr] gap-x-3 rounded-chip px-2.5 py-2 outline-none select-none data-highlighted:bg-hover touch:min-h-11';
const MARK =
  'mt-0.5 flex size-4 items-center justify-center border border-line-strong group-data-checked:border-accent group-data-checked:bg-accent text-on-accent';

export interface NotificationsMenuProps {
  roomId: string;
  anchor: Element;
}

/** What I hear of a room. The browser is asked for its permission by these presses alone. */
export function NotificationsMenu({ roomId, anchor }: NotificationsMenuProps) {
  const { open, close, closed, focusOpener } = useOverlay();
  const mode = useRoom(roomId, true).data?.notifications ?? 'badge';
  const { mutate: setMode } = useRoomNotifications(roomId);
  const push = usePush();
  const choose = (next: RoomNotifications) => {
    setMode(next);
    if (next === 'all' && push.refusal === null && !push.on) push.change(true);
  };
  return (
    <Menu.Root
      open={open}
      onOpenChange={(next) => next || close()}
      onOpenChangeComplete={(isOpen) => isOpen || closed()}
    >
      <Menu.Portal container={document.getElementById('content')}>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={4} className="z-30">
          <Menu.Popup
            finalFocus={focusOpener}
            className="w-80 rounded-card border border-line bg-raised p-1.5 shadow-float outline-none"
          >
            <Menu.RadioGroup value={mode} onValueChange={choose}>
              <Menu.GroupLabel className="px-2.5 pt-2 pb-1 text-xs text-muted">
                {m.rooms_notify_title()}
              </Menu.GroupLabel>
              {MODES.map(({ value, label, text }) => (
                <Menu.RadioItem key={value} value={value} className={`group ${ITEM}`}>
                  <span aria-hidden className={`rounded-full ${MARK}`}>
                    <span className="hidden size-1.5 rounded-full bg-on-accent group-data-checked:block" />
                  </span>
                  <span className="text-sm font-medium text-ink">{label}</span>
                  <span className="col-start-2 text-xs text-muted">{text}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            {mode === 'all' &&
              (push.refusal === null ? (
                <Menu.CheckboxItem
                  checked={push.on}
                  onCheckedChange={push.change}
                  className={`group ${ITEM}`}
                >
                  <span aria-hidden className={`rounded-[4px] ${MARK}`}>
                    <Check size={12} className="hidden group-data-checked:block" />
                  </span>
                  <span className="text-sm font-medium text-ink">{m.devices_push()}</span>
                </Menu.CheckboxItem>
              ) : (
                <p className="px-2.5 py-2 text-xs text-warn">{push.refusal}</p>
              ))}
            <p className="mt-1.5 border-t border-line px-2.5 pt-2.5 pb-1.5 text-xs text-muted">
              {m.rooms_notify_note()}
            </p>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
