import { lazyPart } from '../ui/lazy.tsx';
import { type HeldUpload, useHeldUploads } from './sending/on-its-way.ts';

const UnfinishedRows = lazyPart(() => import('./sending/unfinished.tsx'), 'UnfinishedRows');

/** What was begun to be added here and stopped. */
export function UnfinishedHere({ kind, id }: HeldUpload['place']) {
  const some = useHeldUploads().some(({ place }) => place.kind === kind && place.id === id);
  return some && <UnfinishedRows place={{ kind, id }} />;
}
