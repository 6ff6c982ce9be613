import { plans } from '@clipline/contract/plans.ts';
import { CircleCheck, Clock, Download, QrCode, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { install, isInstalled, isOnIos, useInstallOffer } from '../../lib/install-offer.ts';
import { sendsMail } from '../../lib/browser.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../session/session.ts';
import { useSocketEvent } from '../../live/socket.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { LanguageSelect } from '../../ui/preferences.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { Section, SectionUnread } from '../../ui/section.tsx';
import { Status } from '../../ui/status.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { useSubscription } from '../billing/plan.ts';
import { useRestricted } from '../confirm/confirm.api.ts';
import { open as openOwner } from '../owner/overlays.ts';
import { useCloseAddresses, useNewClipsOpen, useProfile } from './account.api.ts';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { open } from './overlays.ts';
import { PlanSection } from './plan-section.tsx';
import { OfflineSection, ProfileSection, SecretsSection } from './profile-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { TokensSection } from './tokens-section.tsx';

const ASK_EVERY_MS = 2000;
/** Stripe's news commonly take some seconds. */
const WAIT_MS = 60_000;

/** That a buyer came back from the payment page proves nothing: the subscription counts. */
function CheckoutNotice({ onClose }: { onClose: () => void }) {
  const [over, setOver] = useState(false);
  const { data, refetch } = useSubscription(over ? undefined : ASK_EVERY_MS);
  useSocketEvent('billing:updated', () => void refetch());
  useEffect(() => {
    if (over) return undefined;
    const timer = setTimeout(() => setOver(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [over]);

  if (data?.enabled === false) return null;
  const close = <Button onClick={onClose}>{m.billing_checkout_close()}</Button>;
  if (data?.plan)
    return (
      <Notice icon={CircleCheck} tone="accent" action={close}>
        {m.billing_checkout_done({ plan: plans[data.plan].name })}
      </Notice>
    );
  if (!over) return <Notice icon={Clock}>{m.billing_checkout_waiting()}</Notice>;
  return (
    <Notice
      icon={Clock}
      action={
        <>
          <Button onClick={() => setOver(false)}>{m.billing_checkout_again()}</Button>
          {close}
        </>
      }
    >
      {m.billing_checkout_open()}
    </Notice>
  );
}

function NewClipsSection() {
  const { data } = useProfile();
  const change = useNewClipsOpen();
  const close = useCloseAddresses();
  const closeAll = () =>
    void confirm({
      title: m.links_addresses_title(),
      description: m.links_addresses_text(),
      confirm: m.links_addresses_confirm(),
      async act() {
        const { closed } = await close.mutateAsync(undefined);
        toast.success(m.links_addresses_closed({ count: closed }));
      },
    });
  // Its place is kept until it is known, so that nothing below moves.
  return (
    <div className={data ? '' : 'invisible'}>
      <Section title={m.links_new_clips_title()}>
        <Switch
          label={m.links_new_clips_open()}
          hint={m.links_new_clips_hint()}
          checked={change.isPending ? change.variables : data?.newClipsOpen === true}
          onCheckedChange={(next) => change.mutate(next)}
        />
        <Button className="self-start" onClick={closeAll}>
          {m.links_addresses_close()}
        </Button>
      </Section>
    </div>
  );
}

function InstallSection() {
  const offer = useInstallOffer();
  if (offer)
    return (
      <Section
        title={m.account_install()}
        text={m.account_install_text()}
        action={
          <Button onClick={() => void install(offer)}>
            <Download size={16} aria-hidden />
            {m.account_install()}
          </Button>
        }
      />
    );
  if (isInstalled() || !isOnIos()) return null;
  return <Section title={m.account_install()} text={m.account_install_ios()} />;
}

export default function AccountPage() {
  const heading = usePageTitle(m.account_title());
  const user = useUser();
  const isRestricted = useRestricted();
  const [query, setQuery] = useSearchParams();
  const closeNotice = () =>
    setQuery(
      (before) => {
        before.delete('checkout');
        return before;
      },
      { replace: true },
    );
  return (
    <>
      <PageHeader title={m.account_title()} headingRef={heading} />
      <PageBody>
        <div className="mx-auto flex max-w-3xl flex-col gap-4">
          <Status>
            {query.get('checkout') === 'success' && <CheckoutNotice onClose={closeNotice} />}
          </Status>
          {isRestricted && (
            <Notice icon={ShieldCheck} tone="warn">
              {m.security_required()}
            </Notice>
          )}
          {user && !isRestricted && <ProfileSection key={user.id} user={user} />}
          <SecuritySection />
          {!isRestricted && <Settings />}
        </div>
      </PageBody>
    </>
  );
}

const StorageSection = lazyPart(
  () => import('./storage-section.tsx'),
  'StorageSection',
  <Section title={m.account_storage()}>
    <SectionUnread failure={null} onRetry={() => {}} />
  </Section>,
);

function Settings() {
  return (
    <>
      <PlanSection />
      <NewClipsSection />
      <SecretsSection />
      <StorageSection />
      <Section
        title={m.ui_language()}
        text={
          sendsMail()
            ? `${m.account_language_text()} ${m.account_language_mail()}`
            : m.account_language_text()
        }
        action={<LanguageSelect />}
      />
      <Section
        title={m.owner_phone()}
        text={m.owner_phone_text()}
        action={
          <Button aria-haspopup="dialog" onClick={() => openOwner('phone')}>
            <QrCode size={16} aria-hidden />
            {m.owner_show_code()}
          </Button>
        }
      />
      <InstallSection />
      <OfflineSection />
      <DevicesSection />
      <TokensSection />
      <DataSection />
      <Section
        title={m.account_delete()}
        text={m.account_delete_text()}
        action={
          <Button className="text-danger!" onClick={() => open('deleteAccount')}>
            {m.account_delete()}
          </Button>
        }
      />
    </>
  );
}
