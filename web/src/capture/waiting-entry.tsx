import { useEffect, useEffectEvent, useRef } from 'react';
import { isPicture, kindOf } from '../lib/content-kind.ts';
import { m } from '../paraglide/messages.js';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { KindLabel } from '../ui/kind-label.tsx';
import { Progress } from '../ui/progress.tsx';
import { downloadEntry, retry, takeBack } from './capture.ts';
import type { Entry } from './entry.ts';
import { useProgress } from './outbox.ts';
import { filesOf } from './store.ts';

/** Three lines show; a text can be half a megabyte. */
const EXCERPT = 400;

function stateOf({ state, error }: Entry): string {
  if (state === 'failed') return m.capture_failed({ error: error?.text ?? '' });
  return state === 'sending' ? m.capture_sending() : m.capture_waiting();
}

/** What of a capture is known here: its content, what it waits for, and the ways out. */
export function WaitingEntry({ entry }: { entry: Entry }) {
  const { id, content, files, state } = entry;
  const progress = useProgress(id);
  const [first] = files;
  const kind = kindOf({
    content,
    fileName: first?.name ?? null,
    fileType: first?.type ?? null,
  });
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <span className="flex items-center justify-between gap-3">
        <KindLabel kind={kind} />
        <span
          className={classNames('animate-appear', state !== 'failed' && '[animation-delay:800ms]')}
        >
          <Badge tone={state === 'failed' ? 'danger' : 'warn'}>{m.capture_not_saved()}</Badge>
        </span>
      </span>
      <span className="flex min-w-0 gap-3">
        {content !== '' && (
          <span
            dir="auto"
            translate="no"
            className={classNames(
              'line-clamp-3 min-w-0 flex-1 text-ink wrap-anywhere',
              kind === 'code'
                ? 'font-mono text-sm leading-6 whitespace-pre-wrap'
                : 'text-base whitespace-pre-line',
            )}
          >
            {content.trim().slice(0, EXCERPT)}
          </span>
        )}
        {first && <Thumbnail entry={entry} />}
        {content === '' && first && (
          <span className="min-w-0 flex-1 text-sm text-ink wrap-anywhere">
            <bdi translate="no" className="line-clamp-2">
              {first.name}
            </bdi>
            {files.length > 1 && (
              <span className="tabular text-muted">{m.files_count({ count: files.length })}</span>
            )}
          </span>
        )}
      </span>
      {progress !== undefined && files.length > 0 && (
        <Progress label={m.capture_sending()} value={progress} />
      )}
      <p role="status" className="text-sm wrap-anywhere text-muted">
        {stateOf(entry)}
      </p>
      <WaysOut entry={entry} />
    </div>
  );
}

/** While it is sent it can be cancelled, once it was refused a person decides. */
function WaysOut({ entry }: { entry: Entry }) {
  const failed = entry.state === 'failed';
  return (
    <div className="flex flex-wrap gap-2">
      {failed && (
        <Button size="sm" onClick={() => void retry(entry.id)}>
          {m.ui_try_again()}
        </Button>
      )}
      {failed && (
        <Button size="sm" onClick={() => void downloadEntry(entry)}>
          {m.capture_download()}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => void takeBack(entry.id)}>
        {failed ? m.capture_discard() : m.ui_cancel()}
      </Button>
    </div>
  );
}

function Thumbnail({ entry }: { entry: Entry }) {
  const image = useRef<HTMLImageElement>(null);
  const { id, files } = entry;
  const picture = files.findIndex(({ type }) => isPicture(type));
  // Neither the bytes nor their order ever change.
  const readFiles = useEffectEvent(() => filesOf({ id, files }));
  useEffect(() => {
    if (picture < 0) return undefined;
    let url: string | undefined;
    let shown = true;
    const show = async () => {
      const kept = await readFiles();
      if (!shown) return;
      url = URL.createObjectURL(kept[picture]!);
      if (image.current) image.current.src = url;
    };
    // It may have left meanwhile.
    show().catch(() => undefined);
    return () => {
      shown = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id, picture]);
  if (picture < 0) return null;
  return (
    <img
      ref={image}
      alt=""
      className="h-14 w-18 shrink-0 rounded-control border border-line bg-sunken object-cover"
    />
  );
}
