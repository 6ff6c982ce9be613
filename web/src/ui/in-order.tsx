import { Fragment, type ReactNode } from 'react';

/** Things whose order never changes, so that each can be known by its position. */
export function InOrder<T>({
  of,
  children,
}: {
  of: readonly T[];
  children: (thing: T) => ReactNode;
}) {
  // oxlint-disable-next-line react/no-array-index-key
  return of.map((thing, index) => <Fragment key={index}>{children(thing)}</Fragment>);
}
