import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useOverlay } from '../../../ui/overlays.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { NewTag } from './new-tag.tsx';
import { useTags } from './tags.api.ts';

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
