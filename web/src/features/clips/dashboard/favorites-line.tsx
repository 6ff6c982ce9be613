import { Code } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { LOOKS, lookOf } from '../../../things/card-look.ts';
import type { LiveClip } from '../../../things/clip.ts';
import { Thumbnail } from '../../../things/content-card.tsx';
import { shortTitle } from '../../../things/secret.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useClips } from '../clips.api.ts';
import { useMainAction } from '../list/clip-actions.tsx';
import { Favorites } from './stats.tsx';

/** More lie beyond any screen. */
const SHOWN = 8;

/** The favourites within reach: a press on one copies it. */
export function FavoritesLine() {
  const { data } = useClips('favorites', { page: 1, pageSize: SHOWN });
  const clips = data?.clips ?? [];
  return (
    <div className="flex h-9 min-w-0 items-center gap-3 touch:h-10">
      <Favorites />
      {clips.length > 0 && (
        <ul
          aria-label={m.clips_favorites()}
          // What goes on fades; the space around is for the ring of focus.
          className="-m-1 flex min-w-0 flex-1 [scrollbar-width:none] gap-2 overflow-x-auto mask-r-from-[calc(100%-40px)] p-1 pe-10"
        >
          {clips.map((clip) => (
            <li key={clip.id} className="max-w-58 shrink-0">
              <Chip clip={clip} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const CHIP =
  'flex h-9 w-full min-w-0 items-center gap-2 rounded-control bg-sunken px-3 text-start text-sm text-body transition-colors duration-150 hover:bg-hover hover:text-ink touch:h-10';

function Chip({ clip }: { clip: LiveClip }) {
  const title = shortTitle(clip);
  const action = useMainAction(clip);
  const { icon: Icon } = LOOKS[lookOf(clip)];
  const content = (
    <>
      <Thumbnail
        file={clip.content === '' ? clip.files[0] : undefined}
        className="-ms-1.5 h-6 w-8 shrink-0 rounded-chip bg-surface object-cover"
      >
        <Icon size={14} aria-hidden className="shrink-0 text-muted" />
      </Thumbnail>
      <bdi translate="no" className={classNames('truncate', Icon === Code && 'font-mono text-xs')}>
        {title}
      </bdi>
    </>
  );
  if (!action?.copies)
    return (
      <Link to={`/clips/${clip.id}`} className={CHIP}>
        {content}
      </Link>
    );
  const label = m.clips_favorite_copy({ title });
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      className={CHIP}
      onClick={action.run}
    >
      {content}
    </button>
  );
}
