import { usePageTitle } from '../../lib/page-title.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { say, texts } from './clips.messages.ts';
import { NewClipLink } from './new-clip-link.tsx';
import { PagedClips } from './paged-clips.tsx';

export default function FavoritesPage() {
  const heading = usePageTitle('Favorite Clips');
  return (
    <>
      <PageHeader
        title="Favorite Clips"
        headingRef={heading}
        back={{ to: '/dashboard', label: 'Back to dashboard' }}
        actions={<NewClipLink />}
      />
      <PageBody>
        <PagedClips
          source="favorites"
          label="Favorite clips"
          empty={texts.noFavorites}
          noMatch={texts.noFavoriteMatch}
          onFailure={say.favoritesFailed}
        />
      </PageBody>
    </>
  );
}
