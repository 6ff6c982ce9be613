import type { LinkState } from '@clipline/contract/schemas/links.ts';
import { Ban, Eye, Inbox, Link2, Pencil, QrCode } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { chosen } from '../../lib/filters.ts';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { usePage, withParam } from '../../lib/paging.ts';
import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { LinkAction } from '../../sharing/link-action.tsx';
import { nameOfLink, stateNames } from '../../sharing/link-facts.ts';
import { LinkRow, type LinkRowProps } from '../../sharing/link-row.tsx';
import { useLinks, useRevokeAll } from '../../sharing/links.api.ts';
import { SharePanel } from '../../sharing/share-panel.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../live/failed-state.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListPager } from '../../ui/pager.tsx';
import { Select } from '../../ui/select.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { LockedByPlan } from '../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../billing/plan.ts';

const ConfirmDialog = lazyDialog(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog');
const Dialog = lazyDialog(() => import('../../ui/dialog.tsx'), 'Dialog');
const LinkFormDialog = lazyDialog(
  () => import('../../sharing/link-form-dialog.tsx'),
  'LinkFormDialog',
);
const OpeningsDialog = lazyDialog(
  () => import('../../sharing/openings-dialog.tsx'),
  'OpeningsDialog',
);

const PAGE_SIZE = 20;
type Shown = LinkState | 'all';
const STATES: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: m.links_state_all() },
  ...(['active', 'expired', 'used', 'revoked'] as const).map((value) => ({
    value,
    label: stateNames[value](),
  })),
];

/** Every link of the owner: what it leads to, how often it was opened, and its end. */
export default function LinksPage() {
  const heading = usePageTitle(m.links_title());
  const refusal = usePlanRefusal('links');
  const [params, setParams] = useSearchParams();
  const state = chosen(STATES, params.get('state'), 'all');
  const { page } = usePage();
  const [asking, setAsking] = useState(false);
  const [dropping, setDropping] = useState<number | null>(null);
  const links = useLinks({
    ...(state === 'all' ? {} : { state }),
    page,
    pageSize: PAGE_SIZE,
  });
  const { data, error, refetch } = links;
  const working = data?.links.filter((link) => link.state !== 'revoked') ?? [];
  const { list, leaving } = useGridFocus(working.map(({ id }) => id));
  const revokeAll = useRevokeAll();
  const endAll = () =>
    revokeAll.mutate(undefined, {
      onSuccess: ({ revoked }) => {
        setAsking(false);
        toast.success(m.links_revoked_all({ count: revoked }));
      },
      onError: (failure) => toastFailure(m.links_revoke_failed(), failure),
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
            onClick={() => setDropping((dropping ?? 0) + 1)}
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
            <Select<Shown>
              aria-label={m.links_state()}
              className="w-48"
              value={state}
              options={STATES}
              onValueChange={(next) =>
                setParams((current) => withParam(current, 'state', next === 'all' ? null : next), {
                  replace: true,
                })
              }
            />
            <Button variant="ghost" onClick={() => setAsking(true)}>
              <Ban size={16} aria-hidden />
              {m.links_revoke_all()}
            </Button>
          </div>
        )}
        {error && !data ? (
          <FailedState title={m.links_failed()} error={error} onRetry={refetch} />
        ) : !data || (total > 0 && data.links.length === 0) ? (
          <AreaSpinner label={m.links_loading()} />
        ) : data.links.length === 0 ? (
          <EmptyState
            icon={Link2}
            text={state === 'all' ? m.links_empty() : m.links_none_match()}
          />
        ) : (
          <Card className="px-4 py-1">
            <ul ref={list} className="flex flex-col">
              {data.links.map((link) => (
                <ListedLink key={link.id} link={link} onRevoking={leaving} />
              ))}
            </ul>
          </Card>
        )}
        {(page > 1 || total > PAGE_SIZE) && <ListPager list={links} pageSize={PAGE_SIZE} />}
      </PageBody>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.links_revoke_all_title()}
        description={m.links_revoke_all_text()}
        confirm={m.links_revoke_all()}
        pending={revokeAll.isPending}
        onConfirm={endAll}
      />
      <DropLinkForm key={dropping} isAsked={dropping !== null} />
    </>
  );
}

/** Mounted anew with each press, so that nothing is chosen yet. */
function DropLinkForm({ isAsked }: { isAsked: boolean }) {
  const [open, setOpen] = useState(isAsked);
  return <LinkFormDialog open={open} onOpenChange={setOpen} about="inbox" />;
}

function ListedLink({ link, onRevoking }: Pick<LinkRowProps, 'link' | 'onRevoking'>) {
  const [shown, setShown] = useState<'code' | 'form' | 'openings' | null>(null);
  const isOpen = (what: typeof shown) => ({
    open: shown === what,
    onOpenChange: (open: boolean) => setShown(open ? what : null),
  });
  const action = (what: typeof shown) => ({
    name: nameOfLink(link),
    onClick: () => setShown(what),
  });
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
              <LinkAction {...action('code')} label={m.links_qr()} icon={QrCode} />
              <LinkAction {...action('form')} label={m.links_edit()} icon={Pencil} />
            </>
          )}
          <LinkAction {...action('openings')} label={m.links_openings()} icon={Eye} />
          <Dialog {...isOpen('code')} title={m.links_qr()}>
            <SharePanel link={link.url} label={m.links_qr()} caption={m.clips_share_scan()} />
          </Dialog>
          <LinkFormDialog key={`${link.id} ${shown === 'form'}`} {...isOpen('form')} about={link} />
          {shown === 'openings' && <OpeningsDialog {...isOpen('openings')} link={link} />}
        </>
      }
    />
  );
}
