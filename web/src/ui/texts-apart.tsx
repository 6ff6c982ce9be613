import { Children, type ReactNode } from 'react';

/**
 * Each text in an element of its own. Translators of browsers put other nodes in the place of a
 * text: beside what comes and goes, or changed, React would look for its own in vain.
 */
export const textsApart = (children: ReactNode): ReactNode =>
  Children.map(children, (child) =>
    typeof child === 'string' || typeof child === 'number' ? <span>{child}</span> : child,
  );
