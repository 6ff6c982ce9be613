import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Textarea } from '../ui/field.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { toast, undoable } from '../ui/toast.ts';
import type { Saved } from './editor-state.ts';
import { type MergedLine, mergeLines } from './line-merge.ts';
import { shownLine } from './text-changes.ts';
import type { TextEditor } from './use-text-editor.ts';

interface ConflictSideProps {
  title: string;
  lines: readonly MergedLine[];
  side: 'mine' | 'theirs';
  children: ReactNode;
}

/** More than anyone reads here; a page could not show half a million. */
const MOST_LINES = 5000;

const MARKS = { mine: 'border-accent bg-accent-soft', theirs: 'border-info bg-info-soft' };

function ConflictSide({ title, lines, side, children }: ConflictSideProps) {
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

interface MergeEditorProps {
  start: string;
  saving: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
}

function MergeEditor({ start, saving, onSave, onCancel }: MergeEditorProps) {
  const [text, setText] = useState(start);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Card className="flex flex-col gap-3">
      <h3 id="merged" className="text-sm font-semibold">
        {m.editing_conflict_merged()}
      </h3>
      <Textarea
        ref={field}
        aria-labelledby="merged"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="field-sizing-content max-h-[60dvh] min-h-40"
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={saving} onClick={() => onSave(text)}>
          {m.editing_conflict_save_merged()}
        </Button>
        <Button onClick={onCancel}>{m.ui_cancel()}</Button>
      </div>
    </Card>
  );
}

export interface EditorConflictProps {
  editor: Omit<TextEditor, 'save' | 'saveAs'>;
  onSave: (chosen: { text: string; over: Saved }) => void;
  /** One person edits it, so the other version is their own, too. */
  own?: boolean;
}

export const EditorConflict = (props: EditorConflictProps) =>
  props.editor.newer && <ConflictView {...props} theirs={props.editor.newer} />;

function ConflictView({
  editor,
  onSave,
  own = false,
  theirs,
}: EditorConflictProps & { theirs: Saved }) {
  const { text: mine, saving } = editor;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const lines = useMemo(() => mergeLines(mine, theirs.content), [mine, theirs.content]);
  const [merging, setMerging] = useState(false);
  const save = (text: string) => onSave({ text, over: theirs });
  const takeTheirs = () => {
    editor.takeTheirs(theirs);
    toast.success(
      m.editing_took_theirs(),
      m.editing_took_theirs_text(),
      undoable(() => editor.type(mine)),
    );
  };
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
          <Button variant="primary" pending={saving} onClick={() => save(mine)}>
            {own ? m.editing_conflict_keep_this() : m.editing_conflict_keep_mine()}
          </Button>
        </ConflictSide>
        <ConflictSide title={theirs.by ?? m.editing_conflict_theirs()} lines={lines} side="theirs">
          <Button pending={saving} onClick={takeTheirs}>
            {own ? m.editing_conflict_use_saved() : m.editing_conflict_take_theirs()}
          </Button>
        </ConflictSide>
      </div>
      {merging ? (
        <MergeEditor
          start={lines.map(({ text }) => text).join('\n')}
          saving={saving}
          onSave={save}
          onCancel={() => setMerging(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setMerging(true)}>{m.editing_conflict_edit_merged()}</Button>
          <Button variant="ghost" onClick={() => editor.setDeciding(false)}>
            {m.editing_conflict_decide_later()}
          </Button>
        </div>
      )}
    </section>
  );
}
