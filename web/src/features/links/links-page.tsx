import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type { Link, LinkState } from '@clipline/contract/schemas/links.ts';
import { Ban, Copy, Eye, Inbox, Link2, Lock, Pencil, QrCode } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { choice, filterSet, useFilters, usePage } from '../../lib/filters.ts';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { Loaded } from '../../live/failed-state.tsx';
import { m } from '../../paraglide/messages.js';
import { LinkAction } from '../../sharing/link-action.tsx';
import { copyLink, factLine, nameOfLink } from '../../sharing/link-facts.ts';
import { type LinksAsked, useLinks, useRevokeAll, useRevokeLink } from '../../sharing/links.api.ts';
import { open } from '../../sharing/overlays.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { ListPager } from '../../ui/pager.tsx';
import { Select } from '../../ui/select.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { LockedByPlan } from '../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../billing/plan.ts';

const PAGE_SIZE = 20;
const STATE_NAMES: Readonly<Record<LinkState, string>> = {
  active: m.links_active(),
  expired: m.links_expired(),
  used: m.links_used(),
  revoked: m.links_revoked_state(),
};
const STATES = [
  { value: 'all' as const, label: m.links_state_all() },
  ...(['active', 'expired', 'used', 'revoked'] as const).map((value) => ({
    value,
    label: STATE_NAMES[value],
  })),
];
const linkFilters = filterSet({ state: choice(STATES, 'all') });

export default function LinksPage() {
  const heading = usePageTitle(m.links_title());
  const refusal = usePlanRefusal('links');
  const { filters, change } = useFilters(linkFilters);
  const { state } = filters;
  const { page } = usePage();
  const asked = { ...(state === 'all' ? {} : { state }), page, pageSize: PAGE_SIZE };
  const links = useLinks(asked);
  const { data } = links;
  const working = data?.links.filter((link) => link.state !== 'revoked') ?? [];
  const { list, leaving } = useGridFocus(working.map(({ id }) => id));
  const revokeAll = useRevokeAll();
  const endAll = () =>
    void confirm({
      title: m.links_revoke_all_title(),
      description: m.links_revoke_all_text(),
      confirm: m.links_revoke_all(),
      act: async () => {
        const { revoked } = await revokeAll.mutateAsync(undefined);
        toast.success(m.links_revoked_all({ count: revoked }));
      },
    });
  const total = data?.total ?? 0;
  const hasAny = total > 0 || state !== 'all';

  return (
    <>
      <PageHeader
        title={m.links_title()}
        headingRef={heading}
        actions={
          <Button
            className="max-sm:px-3"
            disabled={refusal !== null}
            onClick={() => open('form', { about: 'inbox' })}
          >
            <Inbox size={16} aria-hidden className="max-sm:hidden" />
            {m.links_drop_create()}
          </Button>
        }
      />
      <PageBody className="flex flex-1 flex-col gap-4">
        {refusal !== null && <LockedByPlan text={refusal} />}
        {hasAny && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Select
              aria-label={m.links_state()}
              className="w-48"
              value={state}
              options={STATES}
              onValueChange={(next) => change({ state: next })}
            />
            <Button variant="ghost" onClick={endAll}>
              <Ban size={16} aria-hidden />
              {m.links_revoke_all()}
            </Button>
          </div>
        )}
        <Loaded
          of={links}
          items={total > 0 && data?.links.length === 0 ? undefined : data?.links}
          loading={<AreaSpinner label={m.links_loading()} />}
          failed={m.links_failed()}
          empty={
            state === 'all' ? (
              <EmptyState
                icon={Link2}
                title={m.links_empty()}
                text={m.links_empty_text()}
                action={<ButtonLink to="/clips">{m.links_share_clip()}</ButtonLink>}
              />
            ) : (
              <EmptyState icon={Link2} text={m.links_none_match()} />
            )
          }
        >
          {(shown) => (
            <Card className="px-4 py-1">
              <ul ref={list} className="flex flex-col">
                {shown.map((link) => (
                  <ListedLink key={link.id} link={link} asked={asked} onRevoking={leaving} />
                ))}
              </ul>
            </Card>
          )}
        </Loaded>
        {(page > 1 || total > PAGE_SIZE) && <ListPager list={links} pageSize={PAGE_SIZE} />}
      </PageBody>
    </>
  );
}

/** Who has opened it last may read it for a while. */
function sealedFact({ state, bytes = 0 }: Link): string {
  if (state !== 'used' || bytes === 0) return m.links_sealed_shown_once();
  return bytes < MAX_FILE_BYTES ? m.links_sealed_last_hour() : m.links_sealed_last_day();
}

interface ListedLinkProps {
  link: Link;
  asked: LinksAsked;
  /** Before it is revoked, with which its buttons go. */
  onRevoking: (id: string) => void;
}

function ListedLink({ link, asked, onRevoking }: ListedLinkProps) {
  const revoke = useRevokeLink();
  const { id, state, clipId, label, title } = link;
  const name = nameOfLink(link);
  const works = state !== 'revoked';
  const isSealed = link.kind === 'sealed';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-48 flex-1">
        <div className="flex items-center gap-2">
          <p dir="auto" translate="no" className="truncate text-sm font-medium text-ink">
            {name}
          </p>
          {link.kind === 'sealed' && <Badge icon={Lock}>{m.links_sealed()}</Badge>}
          <Badge tone={state === 'active' ? 'accent' : 'neutral'}>{STATE_NAMES[state]}</Badge>
        </div>
        <p className="text-sm text-muted">{factLine(link)}</p>
        {clipId !== null && label !== null && title !== '' ? (
          <RouterLink
            to={`/clips/${clipId}`}
            dir="auto"
            translate="no"
            className="block max-w-reading truncate rounded-chip text-sm text-accent"
          >
            {title}
          </RouterLink>
        ) : (
          link.kind !== 'clip' && (
            <p className="text-sm text-muted">
              {link.kind === 'inbox' ? m.links_drop_link() : sealedFact(link)}
            </p>
          )
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:gap-0.5">
        {works && !isSealed && (
          <>
            <Button
              size="sm"
              // Takes focus once another one is revoked: a key that is pressed twice ends no second.
              data-grid-item
              aria-label={`${m.links_copy()}: ${name}`}
              onClick={() => copyLink(link.url)}
            >
              <Copy size={16} aria-hidden />
              <span className="max-md:hidden">{m.links_copy()}</span>
              <span className="md:hidden">{m.ui_copy()}</span>
            </Button>
            <LinkAction
              name={name}
              label={m.links_qr()}
              icon={QrCode}
              onClick={() => open('code', { link, asked })}
            />
          </>
        )}
        {works && (
          <LinkAction
            name={name}
            label={m.links_edit()}
            icon={Pencil}
            // Of what is sealed it comes first.
            {...(isSealed && { 'data-grid-item': true })}
            onClick={() => open('form', { about: link })}
          />
        )}
        <LinkAction
          name={name}
          label={m.links_openings()}
          icon={Eye}
          onClick={() => open('openings', { link })}
        />
        {works && (
          <LinkAction
            name={name}
            label={m.links_revoke()}
            icon={Ban}
            variant="ghost"
            pending={revoke.isPending}
            onClick={() => {
              onRevoking(id);
              revoke.mutate(id);
            }}
          />
        )}
      </div>
    </li>
  );
}
