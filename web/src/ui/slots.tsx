import type { ReactNode } from 'react';
import { InOrder } from './in-order.tsx';

const FIRST_SLOT = 0xe000;

/**
 * The place of a part in a text: given as a placeholder's value, so that every language puts the
 * part where its sentence wants it.
 */
export const slot = (index: number): string => String.fromCodePoint(FIRST_SLOT + index);

/** A text with its slots filled: `withSlots(text({ link: slot(0) }), <a …>)`. */
export const withSlots = (text: string, ...parts: readonly ReactNode[]): ReactNode => (
  <InOrder of={text.split(/([\u{e000}-\u{e00f}])/u)}>
    {(piece) => {
      const index = (piece.codePointAt(0) ?? 0) - FIRST_SLOT;
      return index >= 0 && index < 16 ? parts[index] : piece && <span>{piece}</span>;
    }}
  </InOrder>
);
