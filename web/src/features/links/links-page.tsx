import type { LinkState } from '@clipline/contract/schemas/links.ts';
import { Ban, Eye, Inbox, Link2, Pencil, QrCode } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { choice, filterSet, useFilters, usePage } from '../../lib/filters.ts';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { Loaded } from '../../live/failed-state.tsx';
import { m } from '../../paraglide/messages.js';
import { nameOfLink, stateNames } from '../../sharing/link-facts.ts';
import { LinkAction, LinkRow, type LinkRowProps } from '../../sharing/link-row.tsx';
import { useLinks, useRevokeAll } from '../../sharing/links.api.ts';
import { open } from '../../sharing/overlays.ts';
import { Button } from '../../ui/button.tsx';
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
const STATES: readonly { readonly value: LinkState | 'all'; readonly label: string }[] = [
  { value: 'all', label: m.links_state_all() },
  ...(['active', 'expired', 'used', 'revoked'] as const).map((value) => ({
    value,
    label: stateNames[value](),
  })),
];
const linkFilters = filterSet({ state: choice(STATES, 'all') });

export default function LinksPage() {
  const heading = usePageTitle(m.links_title());
  const refusal = usePlanRefusal('links');
  const { filters, change } = useFilters(linkFilters);
  const { state } = filters;
  const { page } = usePage();
  const links = useLinks({
    ...(state === 'all' ? {} : { state }),
    page,
    pageSize: PAGE_SIZE,
  });
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
            <EmptyState
              icon={Link2}
              text={state === 'all' ? m.links_empty() : m.links_none_match()}
            />
          }
        >
          {(shown) => (
            <Card className="px-4 py-1">
              <ul ref={list} className="flex flex-col">
                {shown.map((link) => (
                  <ListedLink key={link.id} link={link} onRevoking={leaving} />
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

function ListedLink({ link, onRevoking }: Pick<LinkRowProps, 'link' | 'onRevoking'>) {
  const name = nameOfLink(link);
  const isDead = link.state === 'revoked';
  return (
    <LinkRow
      link={link}
      onRevoking={onRevoking}
      withState
      about={
        link.clipId !== null && link.label !== null && link.title !== '' ? (
          <RouterLink
            to={`/clips/${link.clipId}`}
            dir="auto"
            translate="no"
            className="block max-w-reading truncate rounded-chip text-sm text-accent"
          >
            {link.title}
          </RouterLink>
        ) : (
          link.kind === 'inbox' && <p className="text-sm text-muted">{m.links_drop_link()}</p>
        )
      }
      more={
        <>
          {!isDead && (
            <>
              <LinkAction
                name={name}
                onClick={() => open('code', { link })}
                label={m.links_qr()}
                icon={QrCode}
              />
              <LinkAction
                name={name}
                onClick={() => open('form', { about: link })}
                label={m.links_edit()}
                icon={Pencil}
              />
            </>
          )}
          <LinkAction
            name={name}
            onClick={() => open('openings', { link })}
            label={m.links_openings()}
            icon={Eye}
          />
        </>
      }
    />
  );
}
