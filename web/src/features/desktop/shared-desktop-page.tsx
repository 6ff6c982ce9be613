import { Monitor } from 'lucide-react';
import { usePageTitle } from '../../lib/page-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export default function SharedDesktopPage() {
  const heading = usePageTitle('Shared desktop');
  return (
    <>
      <PageHeader title="Shared desktop" headingRef={heading} />
      <PageBody>
        <EmptyState icon={Monitor} title="Being built" text="A board of text and files to share around you. It is not here yet." />
      </PageBody>
    </>
  );
}
