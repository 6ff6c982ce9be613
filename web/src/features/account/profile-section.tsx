import { MAX_NAME_LENGTH } from '@clipline/contract/limits.ts';
import type { User } from '@clipline/contract/schemas/auth.ts';
import { type SyntheticEvent, useState } from 'react';
import { useServed } from '../../lib/browser.ts';
import { chooseHiding, useHidesSecrets } from '../../lib/hide-secrets.ts';
import { isInstalled } from '../../lib/install-offer.ts';
import { forgetKept } from '../../lib/kept-database.ts';
import { useUser } from '../../session/session.ts';
import { chooseKeeping, keepNow, keepsRecent } from '../../offline/keeper.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { InputField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { useRename } from './account.api.ts';
import { open } from './overlays.ts';

export function ProfileSection({ user }: { user: User }) {
  const rename = useRename();
  const [name, setName] = useState(user.name);
  const chosen = name.trim();
  const isTooLong = chosen.length > MAX_NAME_LENGTH;
  const error =
    chosen === ''
      ? m.auth_name_required()
      : isTooLong
        ? m.ui_too_long({ max: MAX_NAME_LENGTH })
        : undefined;
  const changed = chosen !== user.name && error === undefined;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!changed || rename.isPending) return;
    rename.mutate(chosen, {
      onSuccess: (saved) => {
        setName(saved.name);
        toast.success(m.account_renamed());
      },
    });
  };

  return (
    <Section
      title={m.account_profile()}
      text={withSlots(
        m.account_signed_in_as({ email: slot(0) }),
        <bdi translate="no" className="font-medium break-all text-ink">
          {user.email}
        </bdi>,
      )}
      action={
        useServed('passwords') !== 'off' && (
          <Button onClick={() => open('password')}>{m.account_change_password()}</Button>
        )
      }
    >
      <form className="flex items-end gap-3" onSubmit={submit}>
        <div className="min-w-0 flex-1">
          <InputField
            label={m.account_name()}
            error={error}
            dir="auto"
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        {changed && (
          <Button type="submit" variant="primary" pending={rename.isPending}>
            {m.account_save()}
          </Button>
        )}
      </form>
    </Section>
  );
}

export function SecretsSection() {
  return (
    <Section title={m.secrets_title()}>
      <Switch
        label={m.secrets_hide()}
        hint={m.secrets_hide_hint()}
        checked={useHidesSecrets()}
        onCheckedChange={chooseHiding}
      />
    </Section>
  );
}

export function OfflineSection() {
  const userId = useUser()?.id;
  const [keeps, setKeeps] = useState(() => keepsRecent(userId));
  if (userId === undefined || typeof indexedDB === 'undefined') return null;
  // Without a service worker no page opens to read in.
  if (!isSecureContext)
    return <Section title={m.account_offline_title()} text={m.ui_needs_https()} />;
  if (isInstalled())
    return <Section title={m.account_offline_title()} text={m.account_offline_installed()} />;
  const change = (keep: boolean) => {
    chooseKeeping(userId, keep);
    setKeeps(keep);
    if (!keep) forgetKept();
    // Without a connection it follows with the next one.
    else keepNow().catch(() => undefined);
  };
  return (
    <Section title={m.account_offline_title()}>
      <Switch
        label={m.account_offline_keep()}
        hint={m.account_offline_hint()}
        checked={keeps}
        onCheckedChange={change}
      />
    </Section>
  );
}
