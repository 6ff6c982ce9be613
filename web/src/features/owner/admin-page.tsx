import type { Invitation } from '@clipline/contract/schemas/owner.ts';
import { Mail, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { chosen } from '../../lib/filters.ts';
import { formatNumber } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { Status } from '../../ui/status.tsx';
import { Invitations, MadeInvitation } from './invitations.tsx';
import { open } from './overlays.ts';
import { useInvitations, useServer } from './owner.api.ts';
import { People } from './people.tsx';
import { WhoMaySignUp } from './registration.tsx';
import { Server } from './server-state.tsx';

const TABS = [
  { value: 'people', label: m.owner_people() },
  { value: 'invitations', label: m.owner_invitations() },
  { value: 'server', label: m.owner_server() },
] as const;

export default function AdminPage() {
  const heading = usePageTitle(m.owner_admin());
  const [params, setParams] = useSearchParams();
  const tab = chosen(TABS, params.get('tab'), 'people');
  const [made, setMade] = useState<Invitation | null>(null);
  const counts = {
    people: useServer().data?.users,
    invitations: useInvitations('open', 1).data?.total,
    server: undefined,
  };
  const invite = () =>
    open('invite', {
      onMade(invitation) {
        setMade(invitation);
        setParams({ tab: 'invitations' }, { replace: true });
      },
    });
  return (
    <>
      <PageHeader
        title={m.owner_admin()}
        headingRef={heading}
        actions={
          tab !== 'server' && (
            <>
              {tab === 'people' && (
                <Button onClick={() => open('create', { onMade: (link) => open('link', link) })}>
                  <UserPlus size={16} aria-hidden />
                  <span className="max-sm:sr-only">{m.owner_create()}</span>
                </Button>
              )}
              <Button variant="primary" onClick={invite}>
                <Mail size={16} aria-hidden />
                {m.owner_invite()}
              </Button>
            </>
          )
        }
      />
      <PageBody className="pt-2! md:pt-1!">
        <nav
          aria-label={m.owner_admin()}
          className="mb-4 flex gap-1 overflow-x-auto border-b border-line"
        >
          {TABS.map(({ value, label }) => (
            <Link
              key={value}
              to={`?tab=${value}`}
              replace
              aria-current={value === tab ? 'page' : undefined}
              className="-mb-px flex h-10 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink touch:h-11"
            >
              <span>{label}</span>
              {counts[value] !== undefined && (
                <span className="tabular font-normal text-muted">
                  {formatNumber(counts[value])}
                </span>
              )}
            </Link>
          ))}
        </nav>
        <div className="flex flex-col gap-4">
          {tab !== 'server' && <WhoMaySignUp />}
          {tab === 'people' && <People />}
          {/* Making one leads to the others, which come after this region. */}
          <Status>
            {tab === 'invitations' && made?.url && (
              <MadeInvitation invitation={made} url={made.url} />
            )}
          </Status>
          {tab === 'invitations' && <Invitations />}
          {tab === 'server' && <Server />}
        </div>
      </PageBody>
    </>
  );
}
