import { type ReactNode, Fragment } from 'react';

const FIRST_SLOT = 0xe000;

/** A placeholder's value: each language puts the part where its sentence wants it. */
export const slot = (index: number): string => String.fromCodePoint(FIRST_SLOT + index);

/** `withSlots(text({ link: slot(0) }), <a …>)` */
export const withSlots = (text: string, ...parts: readonly ReactNode[]): ReactNode => (
  <InOrder of={text.split(/([\u{e000}-\u{e00f}])/u)}>
    {(piece) => {
      const index = (piece.codePointAt(0) ?? 0) - FIRST_SLOT;
      return index >= 0 && index < 16 ? parts[index] : piece && <span>{piece}</span>;
    }}
  </InOrder>
);

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
