import { useState } from 'react';
import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { useCloseAddresses, useNewClipsOpen, useProfile } from './account.api.ts';

const ConfirmDialog = lazyDialog(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog');

/** Whether clips can be read by anyone with their address: those that come, and those there are. */
export function NewClipsSection() {
  const { data } = useProfile();
  const change = useNewClipsOpen();
  const close = useCloseAddresses();
  const [asking, setAsking] = useState(false);
  if (!data) return null;
  const closeAll = () =>
    close.mutate(undefined, {
      onSuccess({ closed }) {
        setAsking(false);
        toast.success(m.links_addresses_closed({ count: closed }));
      },
      onError: (error) => toastFailure(m.links_addresses_failed(), error),
    });
  return (
    <Section title={m.links_new_clips_title()}>
      <Switch
        label={m.links_new_clips_open()}
        hint={m.links_new_clips_hint()}
        checked={change.isPending ? change.variables : data.newClipsOpen}
        onCheckedChange={(open) =>
          change.mutate(open, {
            onError: (error) => toastFailure(m.links_new_clips_failed(), error),
          })
        }
      />
      <Button className="self-start" onClick={() => setAsking(true)}>
        {m.links_addresses_close()}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.links_addresses_title()}
        description={m.links_addresses_text()}
        confirm={m.links_addresses_confirm()}
        pending={close.isPending}
        onConfirm={closeAll}
      />
    </Section>
  );
}
