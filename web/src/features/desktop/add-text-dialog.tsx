import { TextDialog } from '../../editing/text-dialog.tsx';
import { m } from '../../paraglide/messages.js';
import { useOverlay } from '../../ui/overlays.tsx';
import { OWN } from './desktop.api.ts';
import { useAdding } from './use-adding.ts';

export function AddTextDialog({ onAdded }: { onAdded: (itemId: string) => void }) {
  const { close } = useOverlay();
  const { composer } = useAdding(OWN, onAdded);
  const add = async () => {
    if (await composer.send()) close();
  };
  return (
    <TextDialog
      title={m.desktop_add_title()}
      description={m.desktop_add_description()}
      label={m.desktop_text()}
      placeholder={m.desktop_add_placeholder()}
      text={composer.text}
      onType={composer.type}
      verb={composer.sending ? m.desktop_adding() : m.desktop_add()}
      pending={composer.sending}
      onSubmit={() => void add()}
    />
  );
}
