import type { Link } from '@clipline/contract/schemas/links.ts';
import { Ban, Copy, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { PHONE, useMediaQuery } from '../lib/browser.ts';
import { m } from '../paraglide/messages.js';
import { Badge } from '../ui/badge.tsx';
import { Button, type ButtonVariant, IconButton } from '../ui/button.tsx';
import { copyAndTell } from '../ui/copy-text.ts';
import { toast } from '../ui/toast.ts';
import { factLine, nameOfLink, stateNames, stateTones } from './link-facts.ts';
import { useRevokeLink } from './links.api.ts';

export interface LinkRowProps {
  link: Link;
  withState?: boolean;
  about?: ReactNode;
  more?: ReactNode;
  /** Before it is revoked, with which its buttons go. */
  onRevoking: (id: string) => void;
}

export function LinkRow({ link, withState = false, about, more, onRevoking }: LinkRowProps) {
  const revoke = useRevokeLink();
  const name = nameOfLink(link);
  const isRevoked = link.state === 'revoked';
  const end = () => {
    onRevoking(link.id);
    // Callbacks of `mutate` would go with the row, where only links that work are shown.
    revoke.mutateAsync(link.id).then(
      () => toast.success(m.links_revoked()),
      () => undefined,
    );
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-48 flex-1">
        <div className="flex items-center gap-2">
          <p dir="auto" translate="no" className="truncate text-sm font-medium text-ink">
            {name}
          </p>
          {withState && <Badge tone={stateTones[link.state]}>{stateNames[link.state]()}</Badge>}
        </div>
        <p className="text-sm text-muted">{factLine(link)}</p>
        {about}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:gap-0.5">
        {!isRevoked && (
          <Button
            size="sm"
            // Takes focus once another one is revoked: a key that is pressed twice ends no second.
            data-grid-item
            aria-label={`${m.links_copy()}: ${name}`}
            onClick={() => void copyAndTell(link.url, m.sharing_copied(), m.sharing_copy_failed())}
          >
            <Copy size={16} aria-hidden />
            <span className="max-md:hidden">{m.links_copy()}</span>
            <span className="md:hidden">{m.ui_copy()}</span>
          </Button>
        )}
        {more}
        {!isRevoked && (
          <LinkAction
            name={name}
            label={m.links_revoke()}
            icon={Ban}
            variant="ghost"
            pending={revoke.isPending}
            onClick={end}
          />
        )}
      </div>
    </li>
  );
}

export interface LinkActionProps {
  name: string;
  label: string;
  icon: LucideIcon;
  variant?: ButtonVariant;
  pending?: boolean;
  onClick: () => void;
}

export function LinkAction({
  name,
  label,
  icon,
  variant = 'secondary',
  pending = false,
  onClick,
}: LinkActionProps) {
  const isPhone = useMediaQuery(PHONE);
  const named = `${label}: ${name}`;
  if (isPhone)
    return (
      <IconButton
        icon={icon}
        label={named}
        aria-disabled={pending || undefined}
        onClick={() => !pending && onClick()}
      />
    );
  return (
    <Button size="sm" variant={variant} aria-label={named} pending={pending} onClick={onClick}>
      {label}
    </Button>
  );
}
