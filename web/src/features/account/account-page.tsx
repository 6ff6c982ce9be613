import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../lib/session.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DataSection } from './data-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { ProfileSection } from './profile-section.tsx';

export default function AccountPage() {
  const heading = usePageTitle('Account');
  const user = useUser();
  return (
    <>
      <PageHeader title="Account" headingRef={heading} />
      <PageBody>
        <div className="flex max-w-3xl flex-col gap-4">
          {user && <ProfileSection key={user.id} user={user} />}
          <PlanSection />
          <DevicesSection />
          <DataSection />
          <DeleteSection />
        </div>
      </PageBody>
    </>
  );
}
