import { failureText } from '../../../lib/api-error.ts';
import { m } from '../../../paraglide/messages.js';
import { FailedState } from '../../../ui/failed-state.tsx';
import { lazyPart } from '../../../ui/lazy.tsx';
import { isGone } from './is-gone.ts';

const GoneClip = lazyPart(() => import('./gone-clip.tsx'), 'GoneClip');

/** In the place of a clip that could not be read. */
export function MissingClip({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isGone(error)) return <GoneClip />;
  return (
    <FailedState
      title={m.clips_not_loaded_title()}
      text={failureText(error, m.ui_please_try_again())}
      onRetry={onRetry}
    />
  );
}
