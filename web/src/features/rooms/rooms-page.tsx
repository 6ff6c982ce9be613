import { Users } from 'lucide-react';
import { usePageTitle } from '../../lib/page-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export default function RoomsPage() {
  const heading = usePageTitle('Rooms');
  return (
    <>
      <PageHeader title="Rooms" headingRef={heading} />
      <PageBody>
        <EmptyState
          icon={Users}
          title="Being built"
          text="Rooms will be places to collect text and files together. They are not here yet."
        />
      </PageBody>
    </>
  );
}
