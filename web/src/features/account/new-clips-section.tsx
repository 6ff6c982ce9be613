import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { Switch } from '../../ui/switch.tsx';
import { useNewClipsOpen, useProfile } from './account.api.ts';
import { Section } from '../../ui/section.tsx';

/** Whether what is saved from now on can be read by anyone with its address. */
export function NewClipsSection() {
  const { data } = useProfile();
  const change = useNewClipsOpen();
  if (!data) return null;
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
    </Section>
  );
}
