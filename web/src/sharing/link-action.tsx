import type { LucideIcon } from 'lucide-react';
import { PHONE, useMediaQuery } from '../lib/media-query.ts';
import { Button } from '../ui/button.tsx';
import type { ButtonVariant } from '../ui/button-style.ts';
import { IconButton } from '../ui/icon-button.tsx';

export interface LinkActionProps {
  /** Of the link: each row has the same buttons. */
  name: string;
  /** The verb. */
  label: string;
  icon: LucideIcon;
  variant?: ButtonVariant;
  pending?: boolean;
  onClick: () => void;
}

/** A button of one link; on a phone an icon, so that all of a row stand on one line. */
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
