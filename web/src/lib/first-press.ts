import type { MouseEvent } from 'react';

/** Where a list closes up, the second press of a double click would meet the next thing in it. */
export const firstPress =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) act();
  };
