import type { TextVersion, VersionText } from '@clipline/contract/schemas/history.ts';
import { useMutation } from '@tanstack/react-query';
import { Copy, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { failureText } from '../lib/api-error.ts';
import { locale } from '../lib/language.ts';
import { m } from '../paraglide/messages.js';
import { textStyle } from '../things/content-card.tsx';
import { isCode } from '../things/content.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { copyAndTell } from '../ui/copy-text.ts';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { SegmentedControl } from '../ui/select.tsx';
import { InOrder } from '../ui/slots.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useBeginning } from '../ui/text.tsx';
import { toast, undoable } from '../ui/toast.ts';
import { type ChangedLine, textChanges } from './text-changes.ts';
import { type TextHistory, timeOf, useVersionText } from './text-history.ts';

interface ChangesViewProps {
  earlier: string;
  now: string;
  mono: boolean;
}

const LOOKS = {
  both: { sign: '', name: undefined, line: 'border-transparent', word: '' },
  earlier: {
    sign: '−',
    name: m.history_only_then,
    line: 'border-danger bg-danger-soft',
    word: 'rounded-xs bg-danger/20 text-ink',
  },
  now: {
    sign: '+',
    name: m.history_only_now,
    line: 'border-accent bg-accent-soft',
    word: 'rounded-xs bg-accent/20 text-ink',
  },
} as const;

function ChangesView({ earlier, now, mono }: ChangesViewProps) {
  const { rows, isCut } = useMemo(() => textChanges(earlier, now), [earlier, now]);
  if (rows.length === 0) return <p className="px-3 text-sm text-body">{m.history_same()}</p>;
  return (
    <>
      <p className="flex flex-wrap gap-x-4 px-3 pb-2 text-xs text-muted">
        <span>{`− ${m.history_only_then()}`}</span>
        <span>{`+ ${m.history_only_now()}`}</span>
      </p>
      <InOrder of={rows}>
        {(row) =>
          'skipped' in row ? (
            <p className="my-1 bg-sunken px-3 py-0.5 text-xs text-muted">
              {m.history_unchanged({ count: row.skipped })}
            </p>
          ) : (
            <Line line={row} mono={mono} />
          )
        }
      </InOrder>
      {isCut && <p className="px-3 pt-2 text-sm text-muted">{m.history_cut()}</p>}
    </>
  );
}

function Line({ line: { side, parts }, mono }: { line: ChangedLine; mono: boolean }) {
  const { sign, name, line, word } = LOOKS[side];
  return (
    <div className={classNames('flex gap-2 border-s-2 px-3', textStyle(mono), line)}>
      <span aria-hidden className="w-2 shrink-0 text-muted select-none">
        {sign}
      </span>
      {name && <span className="sr-only">{`${name()}: `}</span>}
      <p
        dir="auto"
        translate="no"
        className="min-h-6 min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere"
      >
        <InOrder of={parts}>
          {({ text, isNew }) => (isNew ? <mark className={word}>{text}</mark> : text)}
        </InOrder>
      </p>
    </div>
  );
}

export interface HistoryVersionProps {
  history: TextHistory;
  version: TextVersion;
  onRestored: () => void;
}

type View = 'changes' | 'text';

export function HistoryVersion({ history, version, onRestored }: HistoryVersionProps) {
  const [view, setView] = useState<View>('changes');
  const { data: text, error } = useVersionText(history, version.version);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-sm font-semibold">{m.history_of({ time: timeOf(version) })}</h3>
        <SegmentedControl<View>
          label={m.history_view()}
          value={view}
          options={[
            { value: 'changes', label: m.history_changes() },
            { value: 'text', label: m.history_text() },
          ]}
          onValueChange={setView}
        />
      </div>
      {text ? (
        <Shown history={history} text={text} view={view} />
      ) : error ? (
        <p role="alert" className="text-sm text-body">
          {failureText(error)}
        </p>
      ) : (
        <div className="flex flex-1 items-center justify-center py-12">
          <Spinner label={m.history_loading()} />
        </div>
      )}
      {text && <Actions history={history} version={version} text={text} onRestored={onRestored} />}
    </>
  );
}

interface ShownProps {
  history: TextHistory;
  text: VersionText;
  view: View;
}

function Shown({ history, text: { content, files }, view }: ShownProps) {
  const label = view === 'changes' ? m.history_changes() : m.history_text();
  const mono = isCode(content);
  const { shown, more } = useBeginning(content);
  return (
    <>
      <ScrollArea
        label={label}
        className="min-h-24 flex-1 overflow-auto rounded-control border border-line bg-surface py-2 text-ink max-md:max-h-[48dvh]"
      >
        {view === 'changes' ? (
          <ChangesView earlier={content} now={history.now.content} mono={mono} />
        ) : (
          <p
            dir="auto"
            translate="no"
            className={`px-3 whitespace-pre-wrap! wrap-anywhere ${textStyle(mono)}`}
          >
            {shown}
          </p>
        )}
      </ScrollArea>
      {view === 'text' && more}
      {files.length > 0 && (
        <p className="text-sm text-muted">
          {m.history_files({
            names: new Intl.ListFormat(locale()).format(files),
          })}
        </p>
      )}
    </>
  );
}

interface ActionsProps extends HistoryVersionProps {
  text: VersionText;
}

function Actions({ history, version, text, onRestored }: ActionsProps) {
  const { change, now } = history;
  const time = timeOf(version);
  const hasFilesBack = text.files.some((name) => !now.files.includes(name));
  const undo = useMutation({
    mutationFn: ({ content, over }: { content: string; over: number }) =>
      change!.save(content, over),
    onSuccess: () => void toast.success(m.history_undone()),
    meta: { failed: m.history_undo_failed() },
  });
  const restore = useMutation({
    mutationFn: (before: TextHistory['now']) => change!.restore(version.version, before.version),
    onSuccess(saved, { content }) {
      toast.success(
        m.history_restored({ time }),
        undefined,
        undoable(() => undo.mutate({ content, over: saved.version })),
      );
      onRestored();
    },
    meta: { failed: m.history_restore_failed() },
  });
  return (
    <div className="flex flex-wrap gap-2">
      {change && (
        <Button
          variant="primary"
          pending={restore.isPending}
          disabled={text.content === now.content && !hasFilesBack}
          onClick={() => restore.mutate(now)}
        >
          {!restore.isPending && <RotateCcw size={16} aria-hidden />}
          {m.history_restore()}
        </Button>
      )}
      <Button
        onClick={() => void copyAndTell(text.content, m.history_copied(), m.history_copy_failed())}
      >
        <Copy size={16} aria-hidden />
        {m.history_copy()}
      </Button>
    </div>
  );
}
