import { usePageTitle } from '../../lib/page-title.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { say, texts } from './clips.messages.ts';
import { NewClipLink } from './new-clip-link.tsx';
import { PagedClips } from './paged-clips.tsx';

export default function ClipsPage() {
  const heading = usePageTitle('All Clips');
  return (
    <>
      <PageHeader
        title="All Clips"
        headingRef={heading}
        back={{ to: '/dashboard', label: 'Back to dashboard' }}
        actions={<NewClipLink />}
      />
      <PageBody>
        <PagedClips source="history" label="All clips" empty={texts.noClips} noMatch={texts.noMatch} onFailure={say.listFailed} />
      </PageBody>
    </>
  );
}
