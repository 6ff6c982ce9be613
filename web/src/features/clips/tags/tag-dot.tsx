import type { ClipTag } from '@clipline/contract/schemas/tags.ts';
import type { TagColor } from '@clipline/contract/tag-colors.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';

const DOTS: Readonly<Record<TagColor, string>> = {
  gray: 'bg-tag-gray',
  red: 'bg-tag-red',
  orange: 'bg-tag-orange',
  yellow: 'bg-tag-yellow',
  green: 'bg-tag-green',
  teal: 'bg-tag-teal',
  blue: 'bg-tag-blue',
  purple: 'bg-tag-purple',
};

export const TagDot = ({ color }: { color: TagColor }) => (
  <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', DOTS[color])} />
);

export const TAG_COLORS: readonly { readonly value: TagColor; readonly label: string }[] = [
  { value: 'gray', label: m.tags_gray() },
  { value: 'red', label: m.tags_red() },
  { value: 'orange', label: m.tags_orange() },
  { value: 'yellow', label: m.tags_yellow() },
  { value: 'green', label: m.tags_green() },
  { value: 'teal', label: m.tags_teal() },
  { value: 'blue', label: m.tags_blue() },
  { value: 'purple', label: m.tags_purple() },
];

export interface ClipTagsProps {
  tags: readonly ClipTag[] | undefined;
  /** In a line with other facts. */
  bare?: boolean;
}

export function ClipTags({ tags, bare = false }: ClipTagsProps) {
  if (!tags || tags.length === 0) return null;
  return (
    <ul
      aria-label={m.tags_of_clip()}
      className={classNames('flex min-w-0', bare ? 'gap-2 overflow-hidden' : 'flex-wrap gap-1')}
    >
      {tags.map(({ id, name, color }) => (
        <li
          key={id}
          className={classNames(
            'inline-flex max-w-full min-w-0 items-center gap-1.5 text-xs text-body',
            !bare && 'h-6 rounded-full border border-line px-2',
          )}
        >
          <TagDot color={color} />
          <bdi translate="no" className="truncate">
            {name}
          </bdi>
        </li>
      ))}
    </ul>
  );
}

const SHOWN = 2;

/** On one line: the first two, or of all of them the dots. */
export function RowTags({ tags, dots }: { tags: readonly ClipTag[] | undefined; dots: boolean }) {
  if (!tags?.length) return null;
  const shown = dots ? tags : tags.slice(0, SHOWN);
  return (
    <ul
      aria-label={m.tags_of_clip()}
      className="flex shrink-0 items-center gap-2 text-xs text-muted"
    >
      {shown.map(({ id, name, color }) => (
        <li key={id} className="inline-flex items-center gap-1.5">
          <TagDot color={color} />
          <bdi translate="no" className={dots ? 'sr-only' : 'max-w-32 truncate'}>
            {name}
          </bdi>
        </li>
      ))}
      {tags.length > shown.length && (
        <li className="tabular">{`+${tags.length - shown.length}`}</li>
      )}
    </ul>
  );
}
