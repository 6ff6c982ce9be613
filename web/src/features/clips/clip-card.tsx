import { Link } from 'react-router';
import { fullDate, relativeTime } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ClipActions, type ClipActionHandlers } from './clip-actions.tsx';
import { kindOf } from '../../lib/content-kind.ts';
import { KindLabel } from '../../ui/kind-label.tsx';
import type { LiveClip } from './clip-shape.ts';
import { CardThumbnail } from './card-thumbnail.tsx';
import { FileIndicator } from './file-indicator.tsx';

/** Three lines show; a text can be half a megabyte. */
const EXCERPT = 400;

export function ClipCard({ clip, ...handlers }: { clip: LiveClip } & ClipActionHandlers) {
  const kind = kindOf(clip);
  const to = `/clips/${clip.id}`;
  const text = clip.content.trim().slice(0, EXCERPT);
  return (
    <Card
      interactive
      role="article"
      className="flex h-full min-w-0 flex-col p-0! has-[[data-grid-item]:focus-visible]:outline-2 has-[[data-grid-item]:focus-visible]:outline-offset-2 has-[[data-grid-item]:focus-visible]:outline-accent"
    >
      <Link
        to={to}
        data-grid-item
        className="flex min-w-0 flex-1 flex-col gap-3 rounded-card p-4 pb-2 outline-none"
      >
        <span className="flex items-center justify-between gap-3">
          <KindLabel kind={kind} />
          <RelativeTime
            time={clip.createdAt}
            format={relativeTime}
            full={fullDate}
            className="text-sm whitespace-nowrap text-muted"
          />
        </span>
        <span className="flex min-h-18 min-w-0 gap-3">
          <span
            dir="auto"
            className={classNames(
              'line-clamp-3 h-fit min-w-0 flex-1 wrap-anywhere',
              kind === 'code'
                ? 'font-mono text-sm leading-6 whitespace-pre-wrap'
                : 'text-base whitespace-pre-line',
              text === '' ? 'text-muted' : 'text-ink',
            )}
          >
            {text || m.clips_without_text({ count: Math.max(1, clip.files.length) })}
          </span>
          {kind === 'image' && <CardThumbnail files={clip.files} />}
        </span>
        {(clip.filePath || clip.fileName) && <FileIndicator clip={clip} />}
      </Link>
      <ClipActions clip={clip} to={to} {...handlers} />
    </Card>
  );
}
