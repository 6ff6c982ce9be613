import { usePageTitle } from '../../lib/page-title.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export default function ClipsPage() {
  const heading = usePageTitle('All Clips');
  return (
    <>
      <PageHeader title="All Clips" headingRef={heading} />
      <PageBody>
        <p className="text-muted">This page is being built.</p>
      </PageBody>
    </>
  );
}
