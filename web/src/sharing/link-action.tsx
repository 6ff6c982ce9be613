import type { LucideIcon } from 'lucide-react';
import { PHONE, useMediaQuery } from '../lib/browser.ts';
import { Button, type ButtonProps, IconButton } from '../ui/button.tsx';

export interface LinkActionProps extends Pick<ButtonProps, 'variant' | 'pending'> {
  name: string;
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  'data-grid-item'?: boolean;
}

export function LinkAction({ name, label, icon, ...rest }: LinkActionProps) {
  const isPhone = useMediaQuery(PHONE);
  const named = `${label}: ${name}`;
  if (isPhone)
    return (
      <IconButton
        icon={icon}
        label={named}
        data-grid-item={rest['data-grid-item']}
        aria-disabled={rest.pending || undefined}
        onClick={() => !rest.pending && rest.onClick()}
      />
    );
  return (
    <Button size="sm" aria-label={named} {...rest}>
      {label}
    </Button>
  );
}
