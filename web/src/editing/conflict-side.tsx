import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { ScrollArea } from '../ui/scroll-area.tsx';
import type { MergedLine } from './line-merge.ts';
import { shownLine } from './text-changes.ts';

export interface ConflictSideProps {
  title: string;
  lines: readonly MergedLine[];
  side: 'mine' | 'theirs';
  /** The button that chooses this side. */
  children: ReactNode;
}

/** More than anyone reads here; a page could not show half a million. */
const MOST_LINES = 5000;

const MARKS = { mine: 'border-accent bg-accent-soft', theirs: 'border-info bg-info-soft' };

/** One of two texts; the lines that the other lacks are marked. */
export function ConflictSide({ title, lines, side, children }: ConflictSideProps) {
  const shown = lines
    .map((line, row) => ({ ...line, row }))
    .filter((line) => line.side === 'both' || line.side === side);
  return (
    <Card className="flex min-w-0 flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{title}</h3>
        {children}
      </div>
      <ScrollArea
        label={title}
        dir="auto"
        translate="no"
        className="max-h-[50dvh] min-h-24 overflow-auto rounded-control border border-line bg-sunken py-2 text-base text-ink"
      >
        {shown.slice(0, MOST_LINES).map((line) => (
          <div
            key={line.row}
            className={classNames(
              'min-h-6 border-s-2 px-3 whitespace-pre-wrap wrap-anywhere',
              line.side === 'both' ? 'border-transparent' : MARKS[line.side],
            )}
          >
            {shownLine(line.text)}
          </div>
        ))}
        {shown.length > MOST_LINES && <div className="border-s-2 border-transparent px-3">…</div>}
      </ScrollArea>
    </Card>
  );
}
