import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { mergeLines, type MergedLine } from './line-merge.ts';

export interface ConflictViewProps {
  mine: string;
  theirs: string;
  saving: boolean;
  onSave: (text: string) => void;
  onTakeTheirs: () => void;
  /** Back to the text without a choice; nothing is saved. */
  onLater: () => void;
}

/** Both texts, what differs marked, and three ways on. Nothing is lost before one is chosen. */
export function ConflictView({ mine, theirs, saving, onSave, onTakeTheirs, onLater }: ConflictViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const lines = useMemo(() => mergeLines(mine, theirs), [mine, theirs]);
  const [merged, setMerged] = useState<string | null>(null);
  return (
    <section aria-labelledby="conflict" className="flex flex-col gap-4">
      <div>
        <h2 id="conflict" ref={heading} tabIndex={-1} className="text-md font-semibold">
          Somebody else saved this in the meantime
        </h2>
        <p className="mt-1 max-w-reading text-sm text-muted">Your text is not saved yet. Choose which one to keep, or put both together.</p>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Side title="Your text" lines={lines} side="mine" action={<Button variant="primary" pending={saving} onClick={() => onSave(mine)}>Keep mine</Button>} />
        <Side title="Saved version" lines={lines} side="theirs" action={<Button pending={saving} onClick={onTakeTheirs}>Take theirs</Button>} />
      </div>
      {merged === null ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setMerged(lines.map(({ text }) => text).join('\n'))}>Edit merged</Button>
          <Button variant="ghost" onClick={onLater}>
            Decide later
          </Button>
        </div>
      ) : (
        <Card className="flex flex-col gap-3">
          <h3 id="merged" className="text-sm font-semibold">
            Merged text
          </h3>
          <Textarea aria-labelledby="merged" autoFocus value={merged} onChange={(event) => setMerged(event.target.value)} className="field-sizing-content max-h-[60dvh] min-h-40" />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" pending={saving} onClick={() => onSave(merged)}>
              Save merged
            </Button>
            <Button onClick={() => setMerged(null)}>Cancel</Button>
          </div>
        </Card>
      )}
    </section>
  );
}

interface SideProps {
  title: string;
  lines: readonly MergedLine[];
  side: 'mine' | 'theirs';
  action: ReactNode;
}

function Side({ title, lines, side, action }: SideProps) {
  const other = side === 'mine' ? 'theirs' : 'mine';
  return (
    <Card className="flex min-w-0 flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{title}</h3>
        {action}
      </div>
      <div
        role="group"
        aria-label={title}
        tabIndex={0}
        dir="auto"
        className="max-h-[50dvh] min-h-24 overflow-auto rounded-control border border-line bg-sunken py-2 text-base text-ink"
      >
        {lines
          .filter((line) => line.side !== other)
          .map((line, index) => (
            <div
              key={index}
              className={classNames(
                'min-h-6 border-s-2 px-3 whitespace-pre-wrap wrap-anywhere',
                line.side === 'both' ? 'border-transparent' : side === 'mine' ? 'border-accent bg-accent-soft' : 'border-info bg-info-soft',
              )}
            >
              {line.text}
            </div>
          ))}
      </div>
    </Card>
  );
}
