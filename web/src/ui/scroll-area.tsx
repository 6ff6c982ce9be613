import type { ReactNode } from 'react';

/** A long text scrolls in here, and the keyboard gets there to scroll. */
export function ScrollArea({
  label,
  dir,
  className,
  children,
}: {
  label: string;
  dir?: 'auto';
  className: string;
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" aria-label={label} tabIndex={0} dir={dir} className={className}>
      {children}
    </div>
  );
}
