import { usePageTitle } from '../../lib/page-title.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export default function SharedClipPage() {
  const heading = usePageTitle('Shared Clip');
  return (
    <>
      <PageHeader title="Shared Clip" headingRef={heading} />
      <PageBody>
        <p className="text-muted">This page is being built.</p>
      </PageBody>
    </>
  );
}
