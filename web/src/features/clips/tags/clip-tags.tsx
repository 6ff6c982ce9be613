import type { ClipTag } from '@clipline/contract/schemas/tags.ts';
import { m } from '../../../paraglide/messages.js';
import { TagDot } from './tag-dot.tsx';

/** The tags that a clip carries. */
export function ClipTags({ tags }: { tags: readonly ClipTag[] | undefined }) {
  if (!tags || tags.length === 0) return null;
  return (
    <ul aria-label={m.tags_of_clip()} className="flex min-w-0 flex-wrap gap-1">
      {tags.map(({ id, name, color }) => (
        <li
          key={id}
          className="inline-flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line px-2 text-xs text-body"
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
