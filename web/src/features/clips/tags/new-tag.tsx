import { MAX_TAG_NAME_LENGTH } from '@clipline/contract/limits.ts';
import type { Tag } from '@clipline/contract/schemas/tags.ts';
import type { TagColor } from '@clipline/contract/tag-colors.ts';
import { type Ref, useState } from 'react';
import { failureText } from '../../../lib/api-error.ts';
import { pressed } from '../../../lib/shortcuts.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { InputField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { TAG_COLORS } from './tag-dot.tsx';
import { useCreateTag } from './tags.api.ts';

export function NewTag({
  nameRef,
  onCreated,
}: {
  nameRef?: Ref<HTMLInputElement>;
  onCreated?: (tag: Tag) => void;
}) {
  const create = useCreateTag();
  const [name, setName] = useState('');
  const [color, setColor] = useState<TagColor>('teal');
  const send = () => {
    if (name.trim() === '' || create.isPending) return;
    create.mutate(
      { name, color },
      {
        onSuccess(tag) {
          setName('');
          onCreated?.(tag);
        },
      },
    );
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-40 flex-1">
        <InputField
          label={m.tags_new()}
          error={create.error && failureText(create.error, m.tags_failed())}
          ref={nameRef}
          dir="auto"
          maxLength={MAX_TAG_NAME_LENGTH}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            create.reset();
          }}
          onKeyDown={(event) => {
            if (pressed(event) !== 'Enter') return;
            // Not the form around it.
            event.preventDefault();
            send();
          }}
        />
      </div>
      <SelectField
        className="w-32"
        label={m.tags_color()}
        value={color}
        options={TAG_COLORS}
        onValueChange={setColor}
      />
      <Button pending={create.isPending} disabled={name.trim() === ''} onClick={send}>
        {m.tags_create()}
      </Button>
    </div>
  );
}
