import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { NewClipLink } from './list/clip-actions.tsx';
import { PagedClips } from './list/clip-list.tsx';

export default function FavoritesPage() {
  const heading = usePageTitle(m.clips_favorites_title());
  return (
    <>
      <PageHeader
        title={m.clips_favorites_title()}
        headingRef={heading}
        back={{ to: '/dashboard', label: m.clips_back() }}
        actions={<NewClipLink />}
      />
      <PageBody>
        <PagedClips
          source="favorites"
          label={m.clips_favorites_list()}
          empty={m.clips_no_favorites()}
          noMatch={m.clips_no_favorites_match()}
          failed={[m.clips_favorites_failed(), m.clips_favorites_failed_text()]}
        />
      </PageBody>
    </>
  );
}
