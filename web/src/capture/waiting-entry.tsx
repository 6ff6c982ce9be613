import { useEffect, useEffectEvent, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { KINDS, textStyle } from '../things/content-card.tsx';
import { isPicture, kindOf } from '../things/content.ts';
import { SecretText, shortTitle } from '../things/secret.tsx';
import { LocalPicture } from '../things/uploading.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { copyAndTell } from '../ui/copy-text.ts';
import { IconTile } from '../ui/icon-tile.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { Progress } from '../ui/spinner.tsx';
import { toast, undoable } from '../ui/toast.ts';
import { captureFiles, captureText, downloadEntry, retry, takeBack } from './capture.ts';
import type { Entry } from './entry.ts';
import { useProgress, useWaiting } from './outbox.ts';
import { filesOf } from './store.ts';

/** Three lines show; a text can be half a megabyte. */
const EXCERPT = 400;
/** What is longer may not fit into three lines. */
const SHORT = 80;

function stateOf({ state, error }: Entry): string {
  if (state === 'failed') return m.capture_failed({ error: error?.text ?? '' });
  return state === 'sending' ? m.capture_sending() : m.capture_waiting();
}

export function Waiting() {
  const waiting = useWaiting();
  if (waiting.length === 0)
    return (
      <p role="status" className="text-sm text-muted">
        {m.capture_all_saved()}
      </p>
    );
  return (
    <ul aria-label={m.capture_sheet_title()} className="flex flex-col gap-3">
      {waiting.map((entry) => (
        <li key={entry.id} className="rounded-card border border-line bg-surface p-4">
          <WaitingEntry entry={entry} />
        </li>
      ))}
    </ul>
  );
}

export function WaitingEntry({ entry }: { entry: Entry }) {
  const { id, content, files, state } = entry;
  const progress = useProgress(id);
  const [whole, setWhole] = useState(false);
  const [first] = files;
  const kind = kindOf(entry);
  const { icon, tone, label } = KINDS[kind];
  const picture = useFirstPicture(entry);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <span className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-2 text-sm text-muted">
          <IconTile icon={icon} tone={tone} />
          <span>{label}</span>
        </span>
        <span
          className={classNames('animate-appear', state !== 'failed' && '[animation-delay:800ms]')}
        >
          <Badge tone={state === 'failed' ? 'danger' : 'warn'}>{m.capture_not_saved()}</Badge>
        </span>
      </span>
      <span className="flex min-w-0 gap-3">
        {whole && (
          <ScrollArea
            label={m.capture_not_saved()}
            dir="auto"
            className={classNames(
              'max-h-60 min-w-0 flex-1 overflow-y-auto whitespace-pre-wrap! text-ink wrap-anywhere',
              textStyle(kind === 'code'),
            )}
          >
            {content}
          </ScrollArea>
        )}
        {content !== '' && !whole && (
          <span
            dir="auto"
            translate="no"
            className={classNames(
              'line-clamp-3 h-fit min-w-0 flex-1 wrap-anywhere text-ink',
              textStyle(kind === 'code'),
            )}
          >
            <SecretText text={content} focusable>
              {content.trim().slice(0, EXCERPT)}
            </SecretText>
          </span>
        )}
        {picture && (
          <LocalPicture
            file={picture}
            alt=""
            className="h-14 w-18 shrink-0 rounded-control border border-line bg-sunken object-cover"
          />
        )}
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
      <div className="flex flex-wrap gap-2">
        {content !== '' && (
          <Button
            size="sm"
            data-copy
            onClick={() => void copyAndTell(content, m.clips_content_copied())}
          >
            {m.ui_copy()}
          </Button>
        )}
        {(content.length > SHORT || content.includes('\n')) && (
          <Button size="sm" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? m.rooms_show_less() : m.ui_show_all()}
          </Button>
        )}
        <WaysOut entry={entry} />
      </div>
    </div>
  );
}

/** Takes it back for good; until the toast has gone, this page still has all of it. */
async function discard(entry: Entry): Promise<void> {
  const { id, content } = entry;
  const files = await filesOf(entry).catch(() => []);
  await takeBack(id);
  toast.success(
    m.capture_discarded(),
    shortTitle({ content, files }) || undefined,
    undoable(() => void (files.length > 0 ? captureFiles(files, content) : captureText(content))),
  );
}

function WaysOut({ entry }: { entry: Entry }) {
  const failed = entry.state === 'failed';
  return (
    <>
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
      <Button size="sm" variant="ghost" onClick={() => void discard(entry)}>
        {m.capture_discard()}
      </Button>
    </>
  );
}

/** Neither the bytes nor their order ever change. */
export function useFirstPicture({ id, files }: Entry): File | undefined {
  const [picture, setPicture] = useState<File>();
  const readFiles = useEffectEvent(() => filesOf({ id, files }));
  const isThere = files.some(({ type }) => isPicture(type));
  useEffect(() => {
    if (!isThere) return undefined;
    let shown = true;
    readFiles().then(
      (kept) => shown && setPicture(kept.find(({ type }) => isPicture(type))),
      // It may have left meanwhile; its name tells what it was.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [id, isThere]);
  return picture;
}
