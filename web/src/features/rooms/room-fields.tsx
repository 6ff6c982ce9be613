import type { ReactNode } from 'react';
import { MAX_ROOM_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { m } from '../../paraglide/messages.js';
import { SegmentedControl } from '../../ui/select.tsx';
import type { RoomMember } from '@clipline/contract/schemas/rooms.ts';
import { Badge } from '../../ui/badge.tsx';

/** An empty one is wrong without a word. */
export const checkRoomName = ({ name }: { name: string }) => {
  const { length } = name.trim();
  if (length === 0) return { name: '' };
  return length > MAX_ROOM_NAME_LENGTH
    ? { name: m.ui_too_long({ max: MAX_ROOM_NAME_LENGTH }) }
    : {};
};

const OPTIONS = [
  { value: 'public', label: m.rooms_public() },
  { value: 'private', label: m.rooms_private() },
] as const;

export function PrivacyField({
  isPrivate,
  onChange,
}: {
  isPrivate: boolean;
  onChange: (isPrivate: boolean) => void;
}) {
  return (
    <div className="flex flex-col gap-2">
      <SegmentedControl
        label={m.rooms_privacy()}
        showLabel
        value={isPrivate ? 'private' : 'public'}
        options={OPTIONS}
        onValueChange={(next) => onChange(next === 'private')}
      />
      <p className="text-sm text-muted">
        {isPrivate ? m.rooms_private_text() : m.rooms_public_text()}
      </p>
    </div>
  );
}

export const RoleBadge = ({ role }: Pick<RoomMember, 'role'>) => (
  <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>
    {role === 'owner' ? m.rooms_owner() : m.rooms_member()}
  </Badge>
);

/** How much in a room is new, and what else is said of it. */
export const News = ({ count, children }: { count: number; children?: ReactNode }) => (
  <span className="inline-flex items-center gap-2 text-xs font-semibold whitespace-nowrap text-accent tabular">
    <span aria-hidden className="size-1.5 rounded-full bg-accent" />
    <span>
      {m.rooms_new({ count })}
      {children}
    </span>
  </span>
);
