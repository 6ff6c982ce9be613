import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { RecentlyDeleted } from '../../ui/recently-deleted.tsx';
import { NewClipLink } from './list/clip-actions.tsx';
import { PagedClips } from './list/clip-list.tsx';

export default function ClipsPage() {
  const heading = usePageTitle(m.clips_all_title());
  return (
    <>
      <PageHeader
        title={m.clips_all_title()}
        headingRef={heading}
        back={{ to: '/dashboard', label: m.clips_back() }}
        actions={<NewClipLink />}
      />
      <PageBody className="flex flex-col gap-4">
        <PagedClips
          source="history"
          label={m.clips_all_list()}
          empty={m.clips_none()}
          noMatch={m.clips_none_match()}
          failed={m.clips_list_failed()}
        />
        <RecentlyDeleted />
      </PageBody>
    </>
  );
}
