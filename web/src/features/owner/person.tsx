import type { AdminUser } from '@clipline/contract/schemas/owner.ts';
import { useUser } from '../../session/session.ts';
import { HOUR_MS } from '../../lib/time.ts';
import { m } from '../../paraglide/messages.js';
import { Avatar, type AvatarProps } from '../../ui/avatar.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

interface PersonProps {
  user: AdminUser;
}

export const stateNames: Record<AdminUser['state'], () => string> = {
  active: () => m.owner_active(),
  disabled: () => m.owner_disabled(),
  unconfirmed: () => m.owner_unconfirmed(),
};
const TONES: Record<AdminUser['state'], BadgeTone> = {
  active: 'neutral',
  disabled: 'danger',
  unconfirmed: 'warn',
};

export const StateBadge = ({ user: { state } }: PersonProps) =>
  state !== 'active' && <Badge tone={TONES[state]}>{stateNames[state]()}</Badge>;

export const Face = ({ user, size }: PersonProps & Required<Pick<AvatarProps, 'size'>>) => (
  <span aria-hidden className="flex shrink-0">
    <Avatar name={user.name || user.email} size={size} />
  </span>
);

export function Person({ user }: PersonProps) {
  const isMe = useUser()?.id === user.id;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <bdi translate="no" className="truncate font-medium text-ink">
        {user.name}
      </bdi>
      {user.isAdmin && <Badge tone="accent">{m.owner_admin()}</Badge>}
      {user.twoStep && <Badge>{m.owner_two_step()}</Badge>}
      {isMe && <span className="text-xs text-muted">{m.owner_you()}</span>}
    </span>
  );
}

const isThisHour = (time: string) => Date.now() - Date.parse(time) < HOUR_MS;

/** Told to the hour, so that no minutes are made up of it. */
export function LastSeen({ user: { id, lastSeenAt } }: PersonProps) {
  if (useUser()?.id === id)
    return (
      <span className="inline-flex items-center gap-2 text-accent">
        <span aria-hidden className="size-2 rounded-full bg-accent" />
        {m.owner_here_now()}
      </span>
    );
  if (lastSeenAt === null) return <span>{m.owner_never()}</span>;
  if (isThisHour(lastSeenAt)) return <span>{m.owner_this_hour()}</span>;
  return <RelativeTime time={lastSeenAt} />;
}
