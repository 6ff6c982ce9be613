import type { ReactNode } from 'react';

/** A long text scrolls in here, and the keyboard gets there to scroll. */
export function ScrollArea({
  label,
  dir,
  translate,
  className,
  children,
}: {
  label: string;
  dir?: 'auto';
  translate?: 'no';
  className: string;
  children: ReactNode;
}) {
  return (
    <div
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      dir={dir}
      translate={translate}
      className={className}
    >
      {children}
    </div>
  );
}
