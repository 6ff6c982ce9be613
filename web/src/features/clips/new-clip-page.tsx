import { useLocation, useSearchParams } from 'react-router';
import { NewClipEditor } from './editor/new-clip-editor.tsx';

/**
 * `/new-clip` begins a clip; once saved, its id stands in the address, so that reload and back come
 * to the same one.
 */
export default function NewClipPage() {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const session = (state as { session?: string } | null)?.session ?? key;
  return (
    <NewClipEditor
      key={session}
      session={session}
      savedId={params.get('clip')}
      onSaved={(id) =>
        setParams({ clip: id }, { replace: true, preventScrollReset: true, state: { session } })
      }
    />
  );
}
