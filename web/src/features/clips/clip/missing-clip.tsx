import { m } from '../../../paraglide/messages.js';
import { FailedState } from '../../../live/failed-state.tsx';
import { GoneClip } from './gone-clip.tsx';
import { isGone } from './is-gone.ts';

/** Instead of a clip that could not be read. */
export function MissingClip({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isGone(error)) return <GoneClip />;
  return <FailedState title={m.clips_not_loaded_title()} error={error} onRetry={onRetry} />;
}
