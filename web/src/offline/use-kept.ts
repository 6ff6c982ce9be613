import { useEffect, useState } from 'react';
import { useUser } from '../lib/session.ts';
import { readKept, type Kept } from './kept-store.ts';

/** What this device keeps for the person who is signed in: null for nothing, undefined until it is read. */
export function useKept(): Kept | null | undefined {
  const userId = useUser()?.id;
  const [read, setRead] = useState<{ userId: string | undefined; kept: Kept | null }>();
  useEffect(() => {
    let mounted = true;
    const show = (kept: Kept | null) => mounted && setRead({ userId, kept });
    (userId === undefined ? Promise.resolve(null) : readKept(userId)).then(show, () => show(null));
    return () => {
      mounted = false;
    };
  }, [userId]);
  return read?.userId === userId ? read?.kept : undefined;
}
