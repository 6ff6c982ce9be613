import { Children, type ReactNode } from 'react';

const FIRST_SLOT = 0xe000;

/**
 * The place of a part in a text: given as a placeholder's value, so that every language puts the
 * part where its sentence wants it.
 */
export const slot = (index: number): string => String.fromCodePoint(FIRST_SLOT + index);

/** A text with its slots filled: `withSlots(text({ link: slot(0) }), <a …>)`. */
export function withSlots(text: string, ...parts: readonly ReactNode[]): ReactNode {
  const pieces = text.split(/([\u{e000}-\u{e00f}])/u);
  // The pieces of one text never change their order.
  return Children.toArray(
    pieces.map((piece, index) =>
      index % 2 === 0 ? piece : parts[piece.codePointAt(0)! - FIRST_SLOT],
    ),
  );
}
