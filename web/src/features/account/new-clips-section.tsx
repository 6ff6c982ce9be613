import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { useCloseAddresses, useNewClipsOpen, useProfile } from './account.api.ts';

/** Whether clips can be read by anyone with their address: those that come, and those there are. */
export function NewClipsSection() {
  const { data } = useProfile();
  const change = useNewClipsOpen();
  const close = useCloseAddresses();
  if (!data) return null;
  const closeAll = () =>
    void confirm({
      title: m.links_addresses_title(),
      description: m.links_addresses_text(),
      confirm: m.links_addresses_confirm(),
      async act() {
        const { closed } = await close.mutateAsync(undefined);
        toast.success(m.links_addresses_closed({ count: closed }));
      },
    });
  return (
    <Section title={m.links_new_clips_title()}>
      <Switch
        label={m.links_new_clips_open()}
        hint={m.links_new_clips_hint()}
        checked={change.isPending ? change.variables : data.newClipsOpen}
        onCheckedChange={(open) => change.mutate(open)}
      />
      <Button className="self-start" onClick={closeAll}>
        {m.links_addresses_close()}
      </Button>
    </Section>
  );
}
