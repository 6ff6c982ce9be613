import { useSearchParams } from 'react-router';
import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../lib/session.ts';
import { m } from '../../paraglide/messages.js';
import { LanguageSelect } from '../../ui/language-select.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CheckoutNotice } from './checkout-notice.tsx';
import { DataSection } from './data-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { InstallSection } from './install-section.tsx';
import { NewClipsSection } from './new-clips-section.tsx';
import { OfflineSection } from './offline-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import { Section } from '../../ui/section.tsx';

export default function AccountPage() {
  const heading = usePageTitle(m.account_title());
  const user = useUser();
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
          {query.get('checkout') === 'success' && <CheckoutNotice onClose={closeNotice} />}
          {user && <ProfileSection key={user.id} user={user} />}
          <PlanSection />
          <NewClipsSection />
          <Section
            title={m.ui_language()}
            text={m.account_language_text()}
            action={<LanguageSelect />}
          />
          <InstallSection />
          <OfflineSection />
          <DevicesSection />
          <TokensSection />
          <DataSection />
          <DeleteSection />
        </div>
      </PageBody>
    </>
  );
}
