import { useEffect, useEffectEvent, useState } from 'react';
import { isPicture } from '../things/content.ts';
import type { Entry } from './entry.ts';
import { filesOf } from './store.ts';

/** Neither the bytes nor their order ever change. */
export function useFirstPreview({ id, files }: Entry) {
  const [preview, setPreview] = useState<{ url: string; width: number; height: number }>();
  const readFiles = useEffectEvent(() => filesOf({ id, files }));
  const isThere = files.some(({ type }) => isPicture(type));
  useEffect(() => {
    if (!isThere) return undefined;
    let url: string | undefined;
    let gone = false;
    const show = async () => {
      const picture = (await readFiles()).find(({ type }) => isPicture(type));
      if (gone || !picture) return;
      url = URL.createObjectURL(picture);
      setPreview({ url, width: 0, height: 0 });
    };
    // It may have left meanwhile; its name tells what it was.
    show().catch(() => undefined);
    return () => {
      gone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [id, isThere]);
  return preview ?? null;
}
