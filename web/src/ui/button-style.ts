import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

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
  sm: 'h-8 px-2.5 text-sm touch:h-11 touch:px-3',
  md: 'h-9 px-4 text-sm touch:h-11',
  lg: 'h-12 px-6 text-base',
};

export const buttonStyle = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string => classNames(BASE, VARIANTS[variant], SIZES[size], className);
