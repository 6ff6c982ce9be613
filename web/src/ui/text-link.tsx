import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';

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
