import { MAX_TAGS_PER_CLIP } from '@clipline/contract/limits.ts';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { FormDialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { useOverlay } from '../../../ui/overlays.tsx';
import type { LiveClip } from '../../../things/clip.ts';
import { NewTag } from './new-tag.tsx';
import { TagDot } from './tag-dot.tsx';
import { useSetTags, useTags } from './tags.api.ts';

export interface ClipTagsDialogProps {
  clip: Pick<LiveClip, 'id' | 'tags'>;
}

export function ClipTagsDialog({ clip }: ClipTagsDialogProps) {
  const { close } = useOverlay();
  const { data: tags = [] } = useTags();
  const set = useSetTags();
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const carried = chosen ?? (clip.tags ?? []).map(({ id }) => id);
  const turn = (id: string, on: boolean) =>
    setChosen(
      on ? [...carried, id].slice(0, MAX_TAGS_PER_CLIP) : carried.filter((each) => each !== id),
    );
  return (
    <FormDialog
      title={m.tags_of_clip()}
      submit={m.tags_save()}
      pending={set.isPending}
      onSubmit={() => set.mutate({ clipId: clip.id, tagIds: [...carried] }, { onSuccess: close })}
    >
      {tags.length === 0 ? (
        <p className="text-sm text-muted">{m.tags_none()}</p>
      ) : (
        <div role="group" aria-label={m.tags_title()} className="flex flex-col gap-3">
          {tags.map(({ id, name, color }) => (
            <Checkbox
              key={id}
              label={
                <span className="inline-flex items-center gap-2">
                  <TagDot color={color} />
                  <bdi translate="no">{name}</bdi>
                </span>
              }
              checked={carried.includes(id)}
              onCheckedChange={(on) => turn(id, on)}
            />
          ))}
        </div>
      )}
      <NewTag onCreated={({ id }) => turn(id, true)} />
    </FormDialog>
  );
}
