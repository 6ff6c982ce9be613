import type { ComponentProps } from 'react';

/** A long text scrolls in here, and the keyboard gets there to scroll. */
export const ScrollArea = ({ label, ...rest }: ComponentProps<'div'> & { label: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div {...rest} role="group" aria-label={label} tabIndex={0} />
);
