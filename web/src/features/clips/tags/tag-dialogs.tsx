import { MAX_TAG_NAME_LENGTH, MAX_TAGS_PER_CLIP } from '@clipline/contract/limits.ts';
import type { Tag } from '@clipline/contract/schemas/tags.ts';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { pressed } from '../../../lib/shortcuts.ts';
import { m } from '../../../paraglide/messages.js';
import type { LiveClip } from '../../../things/clip.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Dialog, FormDialog } from '../../../ui/dialog.tsx';
import { Checkbox, Input } from '../../../ui/field.tsx';
import { useOverlay } from '../../../ui/overlays.tsx';
import { Select, SelectField } from '../../../ui/select.tsx';
import { useClip } from '../clips.api.ts';
import { NewTag } from './new-tag.tsx';
import { TAG_COLORS, TagDot } from './tag-dot.tsx';
import { useDeleteTag, useSetTags, useTags, useUpdateTag } from './tags.api.ts';

export interface BulkTagDialogProps {
  count: number;
  onChosen: (action: 'tag' | 'untag', tagId: string) => void;
}

export function BulkTagDialog({ count, onChosen }: BulkTagDialogProps) {
  const { close } = useOverlay();
  const { data: tags = [] } = useTags();
  const [chosen, setChosen] = useState('');
  const choose = (action: 'tag' | 'untag') => {
    close();
    onChosen(action, chosen);
  };
  const options = [
    { value: '', label: m.tags_choose() },
    ...tags.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Dialog
      title={m.tags_bulk_title({ count })}
      footer={
        <>
          <Button disabled={chosen === ''} onClick={() => choose('untag')}>
            {m.tags_remove()}
          </Button>
          <Button variant="primary" disabled={chosen === ''} onClick={() => choose('tag')}>
            {m.tags_add()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {tags.length > 0 && (
          <SelectField
            className="w-full"
            label={m.tags_tag()}
            value={chosen}
            options={options}
            onValueChange={setChosen}
          />
        )}
        <NewTag onCreated={({ id }) => setChosen(id)} />
      </div>
    </Dialog>
  );
}

export interface ClipTagsDialogProps {
  clip: Pick<LiveClip, 'id' | 'tags'>;
}

export function ClipTagsDialog({ clip: opened }: ClipTagsDialogProps) {
  const clip = useClip(opened.id, false).data ?? opened;
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

export function EditTagsDialog() {
  const { data: tags = [] } = useTags();
  const remove = useDeleteTag();
  const another = useRef<HTMLInputElement>(null);
  const { list, leaving, nextFocus } = useGridFocus(
    tags.map(({ id }) => id),
    { otherwise: another },
  );
  const ask = (tag: Tag) =>
    void confirm({
      title: m.tags_delete_title({ name: tag.name }),
      description: m.tags_delete_text({ count: tag.clips }),
      confirm: m.clips_delete(),
      act: () => {
        leaving(tag.id);
        return remove.mutateAsync(tag.id).catch(() => undefined);
      },
      finalFocus: nextFocus,
    });
  return (
    <Dialog title={m.tags_title()}>
      <div className="flex flex-col gap-5">
        {tags.length === 0 ? (
          <p className="text-sm text-muted">{m.tags_none()}</p>
        ) : (
          <ul ref={list} aria-label={m.tags_title()} className="flex flex-col gap-2">
            {tags.map((tag) => (
              <TagRow key={tag.id} tag={tag} onDelete={() => ask(tag)} />
            ))}
          </ul>
        )}
        <NewTag nameRef={another} />
      </div>
    </Dialog>
  );
}

/** A name is saved when it is left or by Enter; one that cannot be is as before. */
function TagRow({ tag, onDelete }: { tag: Tag; onDelete: () => void }) {
  const update = useUpdateTag();
  const [name, setName] = useState<string | null>(null);
  const save = () => {
    const wanted = name?.trim() ?? '';
    setName(null);
    if (wanted === '' || wanted === tag.name) return;
    update.mutate({ id: tag.id, name: wanted });
  };
  return (
    <li className="flex items-center gap-2">
      <TagDot color={tag.color} />
      <Input
        dir="auto"
        aria-label={m.tags_name_of({ name: tag.name })}
        maxLength={MAX_TAG_NAME_LENGTH}
        autoComplete="off"
        className="min-w-0 flex-1"
        value={name ?? tag.name}
        onChange={(event) => setName(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => pressed(event) === 'Enter' && save()}
      />
      <Select
        className="w-28 shrink-0"
        aria-label={m.tags_color_of({ name: tag.name })}
        value={tag.color}
        options={TAG_COLORS}
        onValueChange={(color) => update.mutate({ id: tag.id, color })}
      />
      <IconButton
        icon={Trash2}
        tone="danger"
        data-grid-item
        label={m.tags_delete_named({ name: tag.name })}
        onClick={onDelete}
      />
    </li>
  );
}
