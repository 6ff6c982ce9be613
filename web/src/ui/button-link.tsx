import { Link, type LinkProps } from 'react-router';
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style.ts';

export interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link that looks like a button: it goes somewhere, so it stays a link. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}
