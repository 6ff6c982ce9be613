import type { AdminAction, AdminLogEntry } from '@clipline/contract/schemas/owner.ts';
import { failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { LoadMore } from '../../ui/pager.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionUnread } from '../../ui/section.tsx';
import { useAdminLog } from './owner.api.ts';
import { registrationNames } from './registration.tsx';

type Names = { readonly admin: string; readonly target: string };

const SENTENCES: Record<AdminAction, (names: Names) => string> = {
  'user.create': (names) => m.owner_log_create(names),
  'user.disable': (names) => m.owner_log_disable(names),
  'user.enable': (names) => m.owner_log_enable(names),
  'user.admin': (names) => m.owner_log_admin(names),
  'user.unadmin': (names) => m.owner_log_unadmin(names),
  'user.storage': (names) => m.owner_log_storage(names),
  'user.reset': (names) => m.owner_log_reset(names),
  'user.reset-second-step': (names) => m.owner_log_reset_second_step(names),
  'user.sign-out': (names) => m.owner_log_sign_out(names),
  'user.confirm': (names) => m.owner_log_confirm(names),
  'user.delete': (names) => m.owner_log_delete(names),
  'invitation.create': ({ admin, target }) =>
    m.owner_log_invite({ admin, target: target || m.owner_any_address() }),
  'invitation.revoke': ({ admin, target }) =>
    m.owner_log_revoke({ admin, target: target || m.owner_any_address() }),
  'server.registration': ({ admin, target }) =>
    m.owner_log_registration({
      admin,
      target: registrationNames[target as keyof typeof registrationNames]?.() ?? target,
    }),
  'server.second-step': ({ admin, target }) =>
    target === 'required'
      ? m.owner_log_second_step_required({ admin })
      : m.owner_log_second_step_optional({ admin }),
};

const sentenceOf = ({ admin, action, target }: AdminLogEntry) =>
  SENTENCES[action]({ admin: admin?.name ?? m.owner_log_nobody(), target });

export function Log() {
  const log = useAdminLog();
  const entries = log.data?.pages.flat();
  return (
    <section aria-labelledby="log" className="flex flex-col">
      <h2 id="log" className="pb-2 text-base font-semibold">
        {m.owner_log()}
      </h2>
      {entries ? (
        <ul aria-labelledby="log" className="flex flex-col">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="flex items-baseline justify-between gap-3 border-b border-line py-2.5 text-sm"
            >
              <span className="min-w-0 wrap-anywhere">{sentenceOf(entry)}</span>
              <RelativeTime time={entry.at} className="shrink-0 text-muted" />
            </li>
          ))}
        </ul>
      ) : (
        <SectionUnread
          failure={log.error && failureText(log.error, m.owner_log_failed())}
          onRetry={log.refetch}
        />
      )}
      {entries?.length === 0 && <p className="text-sm text-muted">{m.owner_log_empty()}</p>}
      <LoadMore list={log} className="mt-3 self-start">
        {m.owner_log_more()}
      </LoadMore>
    </section>
  );
}
