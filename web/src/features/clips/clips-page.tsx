import { m } from '../../paraglide/messages.js';
import { RecentlyDeleted } from '../../ui/recently-deleted.tsx';
import { PagedClips } from './list/paged-clips.tsx';

export default function ClipsPage() {
  return (
    <PagedClips
      source="history"
      title={m.clips_all_title()}
      label={m.clips_all_list()}
      empty={m.clips_none()}
      noMatch={m.clips_none_match()}
      failed={m.clips_list_failed()}
    >
      <RecentlyDeleted />
    </PagedClips>
  );
}
