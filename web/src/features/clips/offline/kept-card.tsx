import { Copy } from 'lucide-react';
import { Link } from 'react-router';
import { kindOf } from '../../../lib/content-kind.ts';
import { marksIn } from '../../../lib/marks.ts';
import type { KeptClip } from '../../../offline/kept-store.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FromLink } from '../list/from-link.tsx';
import { copyClipText } from '../copy-clip.ts';
import { KindLabel } from '../../../ui/kind-label.tsx';
import { Marked } from '../../../ui/marked.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';

const EXCERPT = 400;

/** A clip as this device keeps it: to be opened and copied, no more. */
export function KeptCard({ clip, search }: { clip: KeptClip; search: string }) {
  const kind = kindOf(clip);
  const text = clip.content.trim().slice(0, EXCERPT);
  return (
    <Card
      interactive
      role="article"
      className="flex h-full min-w-0 flex-col p-0! has-[[data-grid-item]:focus-visible]:outline-2 has-[[data-grid-item]:focus-visible]:outline-offset-2 has-[[data-grid-item]:focus-visible]:outline-accent"
    >
      <Link
        to={`/clips/${clip.id}`}
        data-grid-item
        className="flex min-w-0 flex-1 flex-col gap-3 rounded-card p-4 pb-2 outline-none"
      >
        <span className="flex items-center justify-between gap-3">
          <KindLabel kind={kind} />
          <RelativeTime time={clip.createdAt} className="text-sm whitespace-nowrap text-muted" />
        </span>
        <span
          dir="auto"
          translate={text === '' ? undefined : 'no'}
          className={classNames(
            'line-clamp-3 h-fit min-w-0 flex-1 wrap-anywhere',
            kind === 'code'
              ? 'font-mono text-sm leading-6 whitespace-pre-wrap'
              : 'text-base whitespace-pre-line',
            text === '' ? 'text-muted' : 'text-ink',
          )}
        >
          {text === '' ? (
            (clip.fileName ?? m.clips_without_text({ count: Math.max(1, clip.fileCount) }))
          ) : (
            <Marked text={text} marks={marksIn(text, search)} />
          )}
        </span>
        <FromLink via={clip.via} />
      </Link>
      {clip.content !== '' && (
        <div className="px-2 pb-2">
          <Button variant="ghost" onClick={() => void copyClipText(clip.content)}>
            <Copy size={16} aria-hidden />
            {m.ui_copy()}
          </Button>
        </div>
      )}
    </Card>
  );
}
