import type { Invitation } from '@clipline/contract/schemas/owner.ts';
import { INVITATIONS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { Ban, Check, Copy, Link2, Mail, QrCode, Ticket } from 'lucide-react';
import { choice, filterSet, useFilters, usePage } from '../../lib/filters.ts';
import { shortDate } from '../../lib/format.ts';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { Loaded } from '../../live/failed-state.tsx';
import { m } from '../../paraglide/messages.js';
import { reachable, useReachable } from '../../sharing/reachable.ts';
import { Addresses } from '../../sharing/addresses.tsx';
import { LinkAction } from '../../sharing/link-action.tsx';
import { Button } from '../../ui/button.tsx';
import { ArrowList, Card } from '../../ui/card.tsx';
import { copyAndTell } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Input } from '../../ui/field.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { ListPager } from '../../ui/pager.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SegmentedControl } from '../../ui/select.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { mailedTo } from './mailed.ts';
import { open } from './overlays.ts';
import { useInvitations, useRevoke } from './owner.api.ts';

const STATES = [
  { value: 'open', label: m.owner_open() },
  { value: 'used', label: m.owner_used() },
  { value: 'expired', label: m.owner_expired() },
  { value: 'revoked', label: m.owner_revoked() },
] as const;
const invitationFilters = filterSet({ state: choice(STATES, 'open') });

const copy = (url: string) =>
  void copyAndTell(reachable(url), m.sharing_copied(), m.sharing_copy_failed());

const nameOf = ({ email }: Invitation) => email ?? m.owner_any_address();

/** It stays on top until another one is made or the page is left. */
export function MadeInvitation({ invitation, url }: { invitation: Invitation; url: string }) {
  const { email, expiresAt } = invitation;
  const reach = useReachable(url);
  const date = shortDate(expiresAt);
  const title = email === null ? m.owner_invitation() : m.owner_invitation_for({ email });
  return (
    <Card className="flex flex-col gap-3 border-accent!">
      <div className="flex items-start gap-3">
        <IconTile icon={Check} tone="accent" />
        <div className="min-w-0">
          <p className="text-sm font-semibold wrap-anywhere text-ink">{title}</p>
          <p className="text-sm text-muted">
            {email === null
              ? m.owner_made_for_any({ date })
              : `${m.owner_made_for_one({ date })} ${mailedTo(email)}`}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Input
          readOnly
          aria-label={m.owner_invitation_link()}
          value={reach.link}
          className="min-w-48 flex-1 font-mono max-sm:basis-full"
          onFocus={(event) => event.target.select()}
        />
        <Button
          onClick={() => open('link', { title, text: m.owner_once_until({ date }), link: url })}
        >
          <QrCode size={16} aria-hidden />
          {m.links_qr()}
        </Button>
        <Button onClick={() => copy(url)}>
          <Copy size={16} aria-hidden />
          {m.links_copy()}
        </Button>
      </div>
      <Addresses of={reach} />
    </Card>
  );
}

function endOf({ state, expiresAt, usedBy }: Invitation): string {
  const date = shortDate(expiresAt);
  if (state === 'open') return m.owner_expires({ date });
  if (state === 'used') return m.owner_used_by({ name: usedBy?.name ?? m.owner_someone() });
  return state === 'expired' ? m.owner_expired_on({ date }) : m.owner_revoked();
}

function Row({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { email, note, url, createdAt } = invitation;
  const Icon = email === null ? Link2 : Mail;
  const name = note === null ? nameOf(invitation) : `${nameOf(invitation)}, ${note}`;
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <Icon size={18} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <p
          translate={email === null ? undefined : 'no'}
          className="truncate text-sm font-medium text-ink"
        >
          {nameOf(invitation)}
        </p>
        <p className="truncate text-xs text-muted">
          {note !== null && <bdi translate="no">{note}</bdi>}
          {note !== null && ' · '}
          {withSlots(m.owner_made({ time: slot(0) }), <RelativeTime time={createdAt} within />)}
        </p>
      </div>
      <div className="ms-auto flex items-center gap-2 max-md:gap-0.5">
        <p className="me-2 text-sm text-muted">{endOf(invitation)}</p>
        {url !== null && (
          <>
            <Button
              size="sm"
              data-grid-item
              aria-label={`${m.links_copy()}: ${name}`}
              onClick={() => copy(url)}
            >
              <Copy size={16} aria-hidden />
              {m.ui_copy()}
            </Button>
            <LinkAction
              name={name}
              label={m.links_revoke()}
              icon={Ban}
              variant="ghost"
              onClick={onRevoke}
            />
          </>
        )}
      </div>
    </li>
  );
}

export function Invitations() {
  const controls = useFilters(invitationFilters);
  const { state } = controls.filters;
  const { page } = usePage();
  const invitations = useInvitations(state, page);
  const shownNow = invitations.data?.invitations;
  const { list, leaving } = useGridFocus(shownNow?.map(({ id }) => id) ?? []);
  const revoke = useRevoke();
  const end = ({ id }: Invitation) => {
    leaving(id);
    revoke.mutateAsync(id).then(
      () => toast.success(m.owner_was_revoked()),
      () => undefined,
    );
  };
  const total = invitations.data?.total ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <div className="self-start max-sm:self-stretch">
        <SegmentedControl
          label={m.owner_state()}
          value={controls.shown.state}
          options={STATES}
          onValueChange={(next) => controls.change({ state: next })}
        />
      </div>
      <Loaded
        of={invitations}
        items={shownNow}
        loading={<AreaSpinner label={m.owner_invitations_loading()} />}
        failed={m.owner_invitations_failed()}
        empty={
          <EmptyState
            icon={Ticket}
            text={state === 'open' ? m.owner_no_invitations() : m.owner_no_such_invitations()}
          />
        }
      >
        {(shown) => (
          <ArrowList ref={list} label={m.owner_invitations()} className="flex flex-col">
            {shown.map((invitation) => (
              <Row key={invitation.id} invitation={invitation} onRevoke={() => end(invitation)} />
            ))}
          </ArrowList>
        )}
      </Loaded>
      {(page > 1 || total > INVITATIONS_PAGE_SIZE) && (
        <ListPager list={invitations} pageSize={INVITATIONS_PAGE_SIZE} />
      )}
    </div>
  );
}
