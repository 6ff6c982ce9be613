import { m } from '../../../paraglide/messages.js';
import { FailedState } from '../../../live/failed-state.tsx';
import { lazyPart } from '../../../ui/lazy.tsx';
import { isGone } from './is-gone.ts';

const GoneClip = lazyPart(() => import('./gone-clip.tsx'), 'GoneClip');

/** Instead of a clip that could not be read. */
export function MissingClip({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isGone(error)) return <GoneClip />;
  return <FailedState title={m.clips_not_loaded_title()} error={error} onRetry={onRetry} />;
}
