import type { LucideIcon } from 'lucide-react';
import { Children, type ComponentProps, type ReactNode, useRef } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Given by a button that starts a change: what it began is under way. */
  pending?: boolean;
}

export function Button({
  variant,
  size,
  pending,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  /** A press is over before what it began is drawn: a second one would begin it again. */
  const pressed = useRef(false);
  const holdUntilDrawn = () => {
    pressed.current = true;
    requestAnimationFrame(() => setTimeout(() => (pressed.current = false)));
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonStyle(variant, size, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={(event) => {
        if (pending || pressed.current) return event.preventDefault();
        if (pending !== undefined) holdUntilDrawn();
        onClick?.(event);
      }}
    >
      {pending && <Spinner size={16} />}
      {textsApart(children)}
    </button>
  );
}

/**
 * Translators of browsers put other nodes in the place of a text, which React would look for in
 * vain beside what comes and goes.
 */
export const textsApart = (children: ReactNode): ReactNode =>
  Children.map(children, (child) =>
    typeof child === 'string' || typeof child === 'number' ? <span>{child}</span> : child,
  );

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg';

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none ' +
  'transition-[background-color,border-color,color,scale] duration-150 ease-calm active:not-disabled:scale-[.98] ' +
  'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:shrink-0';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-ink text-on-ink hover:not-disabled:bg-ink-hover',
  secondary: 'border border-line bg-surface text-ink shadow-card hover:not-disabled:bg-hover',
  ghost: 'text-body hover:not-disabled:bg-hover hover:not-disabled:text-ink',
  danger: 'bg-danger text-on-danger hover:not-disabled:brightness-95',
};

const SIZES: Record<ButtonSize, string> = {
  xs: 'h-7 gap-1.5! px-2.5 text-sm touch:h-11 touch:px-2',
  sm: 'h-8 px-2.5 text-sm touch:h-11 touch:px-3',
  md: 'h-9 px-4 text-sm touch:h-11',
  lg: 'h-12 px-6 text-base',
};

export const buttonStyle = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string => classNames(BASE, VARIANTS[variant], SIZES[size], className);

export interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link that looks like a button: it goes somewhere, so it stays a link. */
export function ButtonLink({ variant, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonStyle(variant, size, className)}>
      {textsApart(children)}
    </Link>
  );
}

export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={classNames(
        'rounded-chip font-medium text-accent underline-offset-4 hover:text-accent-hover hover:underline',
        className,
      )}
    />
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: LucideIcon;
  label: string;
  filled?: boolean;
  tone?: 'muted' | 'star' | 'danger' | 'accent';
  size?: 'sm' | 'md';
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
  size = 'md',
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
        'inline-flex shrink-0 items-center justify-center rounded-control touch:size-11',
        size === 'sm' ? 'size-7' : 'size-9',
        'transition-[background-color,color,scale] duration-150 ease-calm hover:not-disabled:bg-hover active:not-disabled:scale-95',
        'disabled:cursor-not-allowed disabled:opacity-50',
        TONES[tone],
        className,
      )}
    >
      <Icon size={size === 'sm' ? 16 : 18} aria-hidden fill={filled ? 'currentColor' : 'none'} />
    </button>
  );
}
