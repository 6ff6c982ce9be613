import { LINK_LABEL_LENGTH, MAX_LINK_PASSWORD_LENGTH } from '@clipline/contract/limits.ts';
import type { Link } from '@clipline/contract/schemas/links.ts';
import { Wand2 } from 'lucide-react';
import { useState } from 'react';
import { copyComing } from '../lib/copy.ts';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkbox, InputField } from '../ui/field.tsx';
import { useOverlay } from '../ui/overlays.tsx';
import { SegmentedControl, SelectField } from '../ui/select.tsx';
import { toast } from '../ui/toast.ts';
import { useForm } from '../ui/use-form.ts';
import { UntilField } from './expiry-choice.tsx';
import {
  CHOICES,
  type DraftErrors,
  draftOf,
  errorsIn,
  type Expiry,
  fourWords,
  isLimited,
  isTightened,
  limitsOf,
  type LinkDraft,
  newDraft,
  type Opens,
  PERIODS,
} from './link-limits.ts';
import { useCreateLink, useUpdateLink } from './links.api.ts';
import { reachable } from './reachable.ts';

export interface LinkFormDialogProps {
  about: { readonly clipId: string; readonly addressOpen: boolean } | 'inbox' | Link;
  onAddressClosed?: () => void;
}

const isLink = (about: LinkFormDialogProps['about']): about is Link =>
  typeof about === 'object' && 'url' in about;

const UNCHANGED = { value: 'unchanged', label: m.links_unchanged() } as const;
const OPENS: readonly { readonly value: Opens; readonly label: string }[] = [
  { value: 'unlimited', label: m.links_without_limit() },
  { value: 'once', label: m.links_once() },
  { value: 'times', label: m.links_n_times() },
];

export function LinkFormDialog({ about, onAddressClosed }: LinkFormDialogProps) {
  const { close } = useOverlay();
  const edited = isLink(about) ? about : undefined;
  const isInbox = about === 'inbox' || edited?.kind === 'inbox';
  const isSealed = edited?.kind === 'sealed';
  /** What was sealed and is over stays so. */
  const isFixed = isSealed && edited.state !== 'active';
  const [draft, setDraft] = useState<LinkDraft>(edited ? draftOf(edited) : newDraft);
  /**
   * Until it is answered, limits bring their own answer to whether the address closes, or those who
   * have the link open leave.
   */
  const [closes, setCloses] = useState<boolean | null>(null);
  const create = useCreateLink();
  const update = useUpdateLink();
  const set = (change: Partial<LinkDraft>) => setDraft({ ...draft, ...change });
  const canClose =
    typeof about === 'object' && !edited && 'addressOpen' in about && about.addressOpen;
  const closeAddress = canClose && (closes ?? isLimited(draft));
  const canCloseOpened = edited !== undefined && isTightened(draft, edited);

  const add = async (body: Parameters<typeof create.mutateAsync>[0]) => {
    const made = create.mutateAsync(body);
    const copied = copyComing(made.then(({ url }) => reachable(url)));
    await made;
    if (closeAddress) onAddressClosed?.();
    toast.success(m.links_created(), (await copied) ? m.sharing_copied() : undefined);
  };

  const { errors, pending, form } = useForm<keyof DraftErrors | 'label'>({
    check: (typed) => errorsIn({ ...draft, ...typed }, Date.now(), edited?.hasPassword ?? false),
    async send(typed) {
      const { maxViews = null, ...limits } = limitsOf({ ...draft, ...typed }, Date.now());
      if (isFixed) {
        const { label, notify } = limits;
        await update.mutateAsync({ id: edited.id, label: label ?? null, notify: notify === true });
        toast.success(m.links_saved());
      } else if (edited) {
        if (isSealed) delete limits.password;
        const views = edited.kind === 'inbox' ? {} : { maxViews };
        const leave = canCloseOpened ? { closeOpened: closes ?? true } : {};
        await update.mutateAsync({ id: edited.id, ...limits, ...views, ...leave });
        toast.success(m.links_saved());
      } else if (about === 'inbox') {
        await add({ inbox: true, ...limits });
      } else if (!isLink(about)) {
        const { access, burn } = draft;
        const of = { clipId: about.clipId, access, burn: burn && maxViews !== null, closeAddress };
        await add({ ...limits, maxViews, ...of });
      }
      close();
    },
  });

  return (
    <FormDialog
      title={
        edited
          ? m.links_edit_title()
          : isInbox
            ? m.links_drop_create_title()
            : m.links_create_title()
      }
      description={isInbox && !edited ? m.links_drop_create_text() : undefined}
      submit={edited ? m.links_save() : m.links_create()}
      pending={pending}
      {...form}
    >
      {!isInbox && !edited && (
        <SegmentedControl
          label={m.links_others_can()}
          showLabel
          value={draft.access}
          options={[
            { value: 'read', label: m.links_can_read() },
            { value: 'edit', label: m.links_can_edit() },
          ]}
          onValueChange={(access) => set({ access })}
        />
      )}
      {!isFixed && (
        <div className="flex flex-col gap-3">
          <SelectField
            label={m.links_expires()}
            className="w-full"
            value={draft.expires}
            options={[
              ...(draft.expires === 'unchanged' ? [UNCHANGED] : []),
              ...CHOICES.filter(({ value }) => !isSealed || Object.hasOwn(PERIODS, value)),
            ]}
            onValueChange={(expires: Expiry) => set({ expires })}
          />
          {draft.expires === 'date' && <UntilField error={errors.until} />}
        </div>
      )}
      {!isInbox && !isFixed && (
        <div className="flex flex-col gap-3">
          <SelectField
            label={m.links_opens()}
            className="w-full"
            value={draft.opens}
            options={OPENS}
            onValueChange={(opens) => set({ opens, ...(opens === 'unlimited' && { burn: false }) })}
          />
          {draft.opens === 'times' && (
            <InputField
              label={m.links_how_often()}
              error={errors.times}
              inputMode="numeric"
              name="times"
              value={draft.times}
              onChange={(event) => set({ times: event.target.value })}
            />
          )}
          {!edited && draft.opens !== 'unlimited' && (
            <Checkbox
              label={m.links_burn()}
              checked={draft.burn}
              onCheckedChange={(burn) => set({ burn })}
            />
          )}
        </div>
      )}
      {!isSealed && (
        <div className="flex flex-col gap-3">
          <Checkbox
            label={m.links_password()}
            checked={draft.hasPassword}
            onCheckedChange={(hasPassword) => set({ hasPassword, password: '' })}
          />
          {draft.hasPassword && (
            <InputField
              label={edited?.hasPassword ? m.links_password_new() : m.links_password()}
              error={errors.password}
              hint={m.links_password_hint()}
              aside={
                <Button size="sm" variant="ghost" onClick={() => set({ password: fourWords() })}>
                  <Wand2 size={16} aria-hidden />
                  {m.links_propose()}
                </Button>
              }
              name="password"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={MAX_LINK_PASSWORD_LENGTH}
              value={draft.password}
              onChange={(event) => set({ password: event.target.value })}
            />
          )}
        </div>
      )}
      <InputField
        label={m.links_label()}
        hint={m.links_label_hint()}
        name="label"
        dir="auto"
        maxLength={LINK_LABEL_LENGTH}
        defaultValue={draft.label}
      />
      <Checkbox
        label={m.links_notify()}
        checked={draft.notify}
        onCheckedChange={(notify) => set({ notify })}
      />
      {canClose && (
        <Checkbox
          label={m.links_close_address()}
          hint={m.links_close_why()}
          checked={closeAddress}
          onCheckedChange={setCloses}
        />
      )}
      {canCloseOpened && (
        <Checkbox
          label={m.links_close_opened()}
          checked={closes ?? true}
          onCheckedChange={setCloses}
        />
      )}
    </FormDialog>
  );
}
