import { useEffect, useMemo, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { ConflictSide } from './conflict-side.tsx';
import { mergeLines } from './line-merge.ts';
import { MergeEditor } from './merge-editor.tsx';

export interface ConflictViewProps {
  own: boolean;
  mine: string;
  theirs: string;
  /** Who saved theirs, where that is known. */
  by?: string | undefined;
  saving: boolean;
  onSave: (text: string) => void;
  onTakeTheirs: () => void;
  /** Back to the text without a choice; nothing is saved. */
  onLater: () => void;
}

/** Both texts, what differs marked, and three ways on. Nothing is lost before one is chosen. */
export function ConflictView({
  own,
  mine,
  theirs,
  by,
  saving,
  onSave,
  onTakeTheirs,
  onLater,
}: ConflictViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const lines = useMemo(() => mergeLines(mine, theirs), [mine, theirs]);
  const [merging, setMerging] = useState(false);
  return (
    <section aria-labelledby="conflict" className="flex flex-col gap-4">
      <div>
        <h2 id="conflict" ref={heading} tabIndex={-1} className="text-md font-semibold">
          {own ? m.editing_conflict_own_title() : m.editing_conflict_title()}
        </h2>
        <p className="mt-1 max-w-reading text-sm text-muted">{m.editing_conflict_text()}</p>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <ConflictSide title={m.editing_conflict_mine()} lines={lines} side="mine">
          <Button variant="primary" pending={saving} onClick={() => onSave(mine)}>
            {own ? m.editing_conflict_keep_this() : m.editing_conflict_keep_mine()}
          </Button>
        </ConflictSide>
        <ConflictSide title={by ?? m.editing_conflict_theirs()} lines={lines} side="theirs">
          <Button pending={saving} onClick={onTakeTheirs}>
            {own ? m.editing_conflict_use_saved() : m.editing_conflict_take_theirs()}
          </Button>
        </ConflictSide>
      </div>
      {merging ? (
        <MergeEditor
          start={lines.map(({ text }) => text).join('\n')}
          saving={saving}
          onSave={onSave}
          onCancel={() => setMerging(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setMerging(true)}>{m.editing_conflict_edit_merged()}</Button>
          <Button variant="ghost" onClick={onLater}>
            {m.editing_conflict_decide_later()}
          </Button>
        </div>
      )}
    </section>
  );
}
