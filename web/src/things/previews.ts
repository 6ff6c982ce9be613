import type { Preview, StoredFile } from '@clipline/contract/schemas/files.ts';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { useSocketEvent } from '../live/socket.ts';
import { getUser, subscribeToSession } from '../session/session.ts';

/** By the id of the file. */
const heard = createStore<Readonly<Record<string, Preview>>>(() => ({}));

/** What blocks and items of rooms call their file stands in its address alone. */
const idIn = (url = ''): string => /\/files\/([^/?]+)/.exec(url)?.[1] ?? '';

/** Heard once for all that is on the screen. */
export function usePreviewNews(): void {
  useSocketEvent('file:preview', ({ fileId, preview }) => heard.setState({ [fileId]: preview }));
}

/** News and reads cross: what was heard counts wherever a read did not know of it yet. */
export function usePreview(
  file: Partial<Pick<StoredFile, 'url' | 'preview'>> | undefined,
): Preview | null {
  const news = useStore(heard, (all) => all[idIn(file?.url)]);
  return file?.preview ?? news ?? null;
}

let userId = getUser()?.id;

// Links are their reader's.
subscribeToSession(() => {
  const next = getUser()?.id;
  if (next !== userId) heard.setState({}, true);
  userId = next;
});
