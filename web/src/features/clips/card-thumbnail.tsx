import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useState } from 'react';
import { isPicture } from '../../lib/content-kind.ts';

/**
 * The first picture of a clip. One that does not load, for an outlived link or a damaged file,
 * leaves its place to the icon.
 */
export function CardThumbnail({ files }: { files: readonly StoredFile[] }) {
  const file = files.find(({ type }) => isPicture(type));
  const [broken, setBroken] = useState<string | null>(null);
  if (!file || broken === file.url) return null;
  return (
    <img
      src={file.url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(file.url)}
      className="h-18 w-24 shrink-0 rounded-control border border-line bg-sunken object-cover"
    />
  );
}
