import { m } from '../../paraglide/messages.js';
import { PagedClips } from './list/paged-clips.tsx';

export default function FavoritesPage() {
  return (
    <PagedClips
      source="favorites"
      title={m.clips_favorites_title()}
      label={m.clips_favorites_list()}
      empty={m.clips_no_favorites()}
      noMatch={m.clips_no_favorites_match()}
      failed={[m.clips_favorites_failed(), m.clips_favorites_failed_text()]}
    />
  );
}
