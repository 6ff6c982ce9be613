import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconTile } from './icon-tile.tsx';

export interface EmptyStateProps {
  icon: LucideIcon;
  title?: string;
  text: string;
  hint?: string;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, hint, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-line px-6 py-14 text-center">
      <IconTile icon={icon} tone="accent" large />
      {title && <p className="mt-4 text-base font-semibold text-ink">{title}</p>}
      <p
        className={
          title ? 'mt-1 max-w-reading text-sm text-muted' : 'mt-4 max-w-reading text-base text-body'
        }
      >
        {text}
      </p>
      {hint && <p className="mt-1 max-w-reading text-sm text-muted">{hint}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
