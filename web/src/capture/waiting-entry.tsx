import { Copy, RotateCw, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useOffline } from '../live/connection-sign.ts';
import { m } from '../paraglide/messages.js';
import { CardBody } from '../things/card-body.tsx';
import { CardButton, CardFoot } from '../things/card-foot.tsx';
import { textStyle } from '../things/content-card.tsx';
import { isCode, isPicture } from '../things/content.ts';
import { shortTitle } from '../things/secret.tsx';
import { classNames } from '../ui/class-names.ts';
import { copyAndTell } from '../ui/copy-text.ts';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { Progress } from '../ui/spinner.tsx';
import { toast, undoable } from '../ui/toast.ts';
import { captureFiles, captureText, downloadEntry, retry, takeBack } from './capture.ts';
import type { Entry } from './entry.ts';
import { useFirstPreview } from './first-preview.ts';
import { useProgress } from './outbox.ts';
import { filesOf } from './store.ts';

/** What is longer may not fit into three lines. */
const SHORT = 80;

function stateOf({ state, error, tried }: Entry, offline: boolean): string {
  if (state === 'failed') return m.capture_failed({ error: error?.text ?? '' });
  // What was never tried waits for its turn.
  return state === 'sending' || !(tried || offline) ? m.capture_sending() : m.capture_waiting();
}

/** As the card of the clip that it becomes. */
export function WaitingEntry({ entry }: { entry: Entry }) {
  const { id, content, files, state } = entry;
  const progress = useProgress(id);
  const offline = useOffline();
  const [whole, setWhole] = useState(false);
  const preview = useFirstPreview(entry);
  const picture = files.findIndex(({ type }) => isPicture(type));
  const shown = files.map((file, at) => (at === picture ? { ...file, preview } : file));
  const failed = state === 'failed';
  const copy = () => void copyAndTell(content, m.clips_content_copied());
  const copying = { icon: Copy, label: m.ui_copy(), run: copy };
  const saving = {
    icon: Download,
    label: m.capture_download(),
    run: () => void downloadEntry(entry),
  };
  return (
    <div className="group/card flex min-w-0 flex-1 flex-col rounded-card bg-surface">
      {whole ? (
        <ScrollArea
          label={m.capture_not_saved()}
          dir="auto"
          className={classNames(
            'mx-4 mt-3.5 max-h-60 overflow-y-auto whitespace-pre-wrap! text-ink wrap-anywhere',
            textStyle(isCode(content)),
          )}
        >
          {content}
        </ScrollArea>
      ) : (
        <CardBody content={{ id, content, files: shown }} search="" />
      )}
      <span className="flex items-start justify-between gap-2 px-4 pt-1 text-xs text-muted">
        <output className={classNames('wrap-anywhere', failed && 'text-danger')}>
          {stateOf(entry, offline)}
        </output>
        {(content.length > SHORT || content.includes('\n')) && (
          <button
            type="button"
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
            className="shrink-0 font-medium text-accent hover:text-accent-hover touch:min-h-11"
          >
            {whole ? m.rooms_show_less() : m.ui_show_all()}
          </button>
        )}
      </span>
      {progress !== undefined && files.length > 0 && (
        <span className="px-4 pt-1">
          <Progress label={m.capture_sending()} value={progress} />
        </span>
      )}
      <CardFoot
        facts={
          <span
            className={classNames(
              'animate-appear truncate text-xs font-medium [grid-area:1/1]',
              failed ? 'text-danger' : 'text-warn [animation-delay:800ms]',
            )}
          >
            {m.capture_not_saved()}
          </span>
        }
        {...(failed && {
          tools: content === '' ? [saving] : [copying, saving],
          menu: m.clips_actions(),
        })}
      >
        {failed ? (
          <CardButton icon={RotateCw} onClick={() => void retry(id)}>
            {m.ui_try_again()}
          </CardButton>
        ) : (
          content !== '' && (
            <CardButton icon={Copy} data-copy onClick={copy}>
              {m.ui_copy()}
            </CardButton>
          )
        )}
        <CardButton icon={Trash2} onClick={() => void discard(entry)}>
          {m.capture_discard()}
        </CardButton>
      </CardFoot>
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
