import { useState } from 'react';
import { forgetKept } from '../../lib/kept-database.ts';
import { useUser } from '../../lib/session.ts';
import { chooseKeeping, isInstalled, keepsRecent } from '../../offline/keep-choice.ts';
import { keepNow } from '../../offline/keeper.ts';
import { m } from '../../paraglide/messages.js';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';

/** Whether recent clips can be read here without a connection; the installed app always keeps them. */
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
