import { Menu } from '@base-ui/react/menu';
import type { AdminUser } from '@clipline/contract/schemas/owner.ts';
import type { ReactNode } from 'react';
import { fileSize, formatNumber, shortDate } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { type Action, Face, LastSeen, Person } from './person.tsx';

interface ActionsProps {
  actions: readonly Action[];
  onChoose: (action: Action) => void;
}

const ITEM =
  'flex w-full cursor-default items-center gap-3 text-start font-medium outline-none select-none';
const toneOf = ({ danger }: Action) => (danger ? 'text-danger' : 'text-ink');

export function ActionsMenu({ actions, onChoose, anchor }: ActionsProps & { anchor: Element }) {
  const { open, close, closed, focusOpener } = useOverlay();
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
            className="min-w-56 rounded-card border border-line bg-raised p-1.5 shadow-float outline-none"
          >
            {actions.map((action) => (
              <Menu.Item
                key={action.label}
                onClick={() => onChoose(action)}
                className={classNames(
                  ITEM,
                  'h-9 rounded-chip px-2.5 text-sm data-highlighted:bg-hover touch:h-11',
                  action.danger && 'border-t border-line',
                  toneOf(action),
                )}
              >
                <action.icon size={16} aria-hidden />
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-sm font-medium text-ink">{children}</dd>
    </div>
  );
}

export function PersonSheet({ actions, onChoose, user }: ActionsProps & { user: AdminUser }) {
  const { close } = useOverlay();
  return (
    <Dialog
      title={
        <span className="flex items-center gap-3">
          <Face user={user} size="md" />
          <Person user={user} />
        </span>
      }
      description={<bdi translate="no">{user.email}</bdi>}
    >
      <dl className="flex flex-wrap gap-x-6 gap-y-2 border-y border-line py-3">
        <Fact label={m.owner_last_seen()}>
          <LastSeen user={user} />
        </Fact>
        <Fact label={m.owner_clips()}>{formatNumber(user.clips)}</Fact>
        <Fact label={m.owner_storage()}>{fileSize(user.bytes)}</Fact>
        <Fact label={m.owner_since()}>{shortDate(user.createdAt)}</Fact>
      </dl>
      <ul className="flex flex-col divide-y divide-line">
        {actions.map((action) => (
          <li key={action.label}>
            <button
              type="button"
              className={classNames(ITEM, 'h-13 text-base', toneOf(action))}
              onClick={() => {
                onChoose(action);
                close();
              }}
            >
              <action.icon size={20} aria-hidden />
              {action.label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
