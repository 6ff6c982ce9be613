import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ClipActions, type ClipActionHandlers } from './clip-actions.tsx';
import { isPicture, kindOf } from '../../../lib/content-kind.ts';
import { KindLabel } from '../../../ui/kind-label.tsx';
import type { LiveClip } from '../clip-shape.ts';

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
          <RelativeTime time={clip.createdAt} className="text-sm whitespace-nowrap text-muted" />
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
          <CardThumbnail files={clip.files} />
        </span>
        {(clip.filePath || clip.fileName) && <FileIndicator clip={clip} />}
      </Link>
      <ClipActions clip={clip} {...handlers} />
    </Card>
  );
}

/**
 * The first picture of a clip. One that does not load, for an outlived link or a damaged file,
 * leaves the icon alone.
 */
function CardThumbnail({ files }: { files: readonly StoredFile[] }) {
  const file = files.find(({ type }) => isPicture(type));
  const [broken, setBroken] = useState<string | null>(null);
  if (!file || broken === file.url) return null;
  return (
    <img
      src={file.url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(file.url)}
      className="h-18 w-24 shrink-0 rounded-control border border-line bg-sunken object-cover"
    />
  );
}

/** Name and type of the first file, and how many more there are. */
function FileIndicator({ clip }: { clip: LiveClip }) {
  const more = clip.files.length - 1;
  return (
    <span className="flex h-7 min-w-0 items-center gap-2 rounded-chip bg-sunken px-2 text-xs text-body">
      <Paperclip size={13} aria-hidden className="shrink-0 text-muted" />
      <bdi className="min-w-0 flex-1 truncate">{clip.fileName ?? m.clips_file()}</bdi>
      {clip.fileType && (
        <span className="max-w-2/5 shrink-0 truncate text-muted">{clip.fileType}</span>
      )}
      {more > 0 && <span className="tabular shrink-0 font-medium text-muted">{`+${more}`}</span>}
    </span>
  );
}
