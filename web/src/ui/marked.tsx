import type { ReactNode } from 'react';

export interface MarkedProps {
  text: string;
  /** In order, none touching another. */
  marks: readonly { readonly start: number; readonly end: number }[];
}

/** A text with parts of it marked. */
export function Marked({ text, marks }: MarkedProps) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const mark of marks) {
    parts.push(
      text.slice(end, mark.start),
      <mark key={mark.start} className="rounded-xs bg-accent-soft font-medium text-ink">
        {text.slice(mark.start, mark.end)}
      </mark>,
    );
    end = mark.end;
  }
  return [...parts, text.slice(end)];
}
