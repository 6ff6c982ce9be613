import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: LucideIcon;
  /** The verb: accessible name and tooltip. */
  label: string;
  /** Fills the icon, for a mark that is on. */
  filled?: boolean;
  tone?: 'muted' | 'star' | 'danger' | 'accent';
}

const TONES = {
  muted: 'text-muted hover:not-disabled:text-ink',
  star: 'text-star',
  accent: 'text-accent',
  danger: 'text-muted hover:not-disabled:text-danger',
};

export function IconButton({
  icon: Icon,
  label,
  filled = false,
  tone = 'muted',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      // A title of its own is a tooltip already.
      data-tooltip={rest.title ? undefined : label}
      className={classNames(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-control touch:size-11',
        'transition-[background-color,color,scale] duration-150 ease-calm hover:not-disabled:bg-hover active:not-disabled:scale-95',
        'disabled:cursor-not-allowed disabled:opacity-50',
        TONES[tone],
        className,
      )}
    >
      <Icon size={18} aria-hidden fill={filled ? 'currentColor' : 'none'} />
    </button>
  );
}
