import { lazy, Suspense, type ComponentProps } from 'react';
import type { AttachedFiles } from './attached-files.tsx';
import type { PendingFileLists } from './pending-file-list.tsx';

// Previews, progress and icons by type weigh more than the rest of the page, and many clips have no
// file.
const LazyAttached = lazy(async () => ({
  default: (await import('./attached-files.tsx')).AttachedFiles,
}));
const LazyPending = lazy(async () => ({
  default: (await import('./pending-file-list.tsx')).PendingFileLists,
}));

/** The files that a clip has; their code loads with the first one. */
export function ClipFiles(props: ComponentProps<typeof AttachedFiles>) {
  if (props.clip.files.length === 0) return null;
  return (
    <Suspense>
      <LazyAttached {...props} />
    </Suspense>
  );
}

/** The files that a clip is to have. */
export function ChosenFiles(props: ComponentProps<typeof PendingFileLists>) {
  if (props.files.waiting.length + props.files.failed.length === 0) return null;
  return (
    <Suspense>
      <LazyPending {...props} />
    </Suspense>
  );
}
