import { Tags } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { open } from '../overlays.ts';
import { TagDot } from './tag-dot.tsx';
import { useTags } from './tags.api.ts';

const CHIP =
  'inline-flex h-8 max-w-60 shrink-0 items-center gap-2 rounded-full border px-3 text-sm transition-colors duration-150 touch:h-11';

export interface TagFilterProps {
  chosen: readonly string[];
  onChange: (tags: string[]) => void;
}

/** A row of chips: what carries all that are pressed shows. Nothing for who has no tags. */
export function TagFilter({ chosen, onChange }: TagFilterProps) {
  const { data: tags = [] } = useTags();
  // One that was deleted elsewhere cannot be taken off by its chip.
  const shown = chosen.filter((each) => tags.some(({ id }) => id === each));
  if (tags.length === 0) return null;
  return (
    <div role="group" aria-label={m.tags_filter()} className="-m-1 flex gap-2 overflow-x-auto p-1">
      {tags.map(({ id, name, color }) => {
        const on = shown.includes(id);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={on}
            onClick={() => onChange(on ? shown.filter((each) => each !== id) : [...shown, id])}
            className={classNames(
              CHIP,
              on
                ? 'border-accent bg-accent-soft text-ink'
                : 'border-line bg-surface text-body hover:bg-hover hover:text-ink',
            )}
          >
            <TagDot color={color} />
            <bdi translate="no" className="truncate">
              {name}
            </bdi>
          </button>
        );
      })}
      <button
        type="button"
        onClick={() => open('tags')}
        className={classNames(CHIP, 'border-transparent text-muted hover:bg-hover hover:text-ink')}
      >
        <Tags size={14} aria-hidden />
        {m.tags_edit()}
      </button>
    </div>
  );
}
