import { useMemo } from 'react';
import { m } from '../paraglide/messages.js';
import { classNames } from '../ui/class-names.ts';
import { InOrder } from '../ui/in-order.tsx';
import { textChanges, type ChangedLine } from './text-changes.ts';

export interface ChangesViewProps {
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

/** What the text of now has and lacks beside an earlier one. */
export function ChangesView({ earlier, now, mono }: ChangesViewProps) {
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
    <div
      className={classNames(
        'flex gap-2 border-s-2 px-3',
        mono ? 'font-mono text-sm leading-6' : 'text-base',
        line,
      )}
    >
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
