import type { AdminUser } from '@clipline/contract/schemas/owner.ts';
import type { ReactNode } from 'react';
import { fileSize, formatNumber, shortDate } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import type { Action } from '../../ui/actions-menu.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { Face, LastSeen, Person } from './person.tsx';

export interface PersonSheetProps {
  user: AdminUser;
  actions: readonly Action[];
  onChoose: (action: Action) => void;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-sm font-medium text-ink">{children}</dd>
    </div>
  );
}

export function PersonSheet({ actions, onChoose, user }: PersonSheetProps) {
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
              className={classNames(
                'flex h-13 w-full items-center gap-3 text-start text-base font-medium',
                action.danger ? 'text-danger' : 'text-ink',
              )}
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
