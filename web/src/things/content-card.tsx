import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { Code, FileText, Image, Link2, Type, type LucideIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import type { BadgeTone } from '../ui/badge.tsx';
import { type ContentFile, type ContentKind, isPicture } from './content.ts';
import { usePreview } from './previews.ts';

const KINDS: Record<ContentKind, { icon: LucideIcon; tone: BadgeTone; label: string }> = {
  text: { icon: Type, tone: 'neutral', label: m.ui_kind_text() },
  code: { icon: Code, tone: 'neutral', label: m.ui_kind_code() },
  link: { icon: Link2, tone: 'accent', label: m.ui_kind_link() },
  image: { icon: Image, tone: 'violet', label: m.ui_kind_image() },
  file: { icon: FileText, tone: 'info', label: m.ui_kind_file() },
};

export const kindLabel = (kind: ContentKind): string => KINDS[kind].label;

/** Code keeps its columns; of prose the lines alone. */
export const textStyle = (code: boolean): string =>
  code ? 'font-mono text-sm leading-6 whitespace-pre-wrap' : 'text-base whitespace-pre-line';

/**
 * What the `img` of a picture takes. Null of another file, and of one that does not load.
 * `onBroken`, called once: its link may have outlived itself.
 */
export function usePicture(
  file: (Pick<ContentFile, 'type'> & Partial<StoredFile>) | undefined,
  onBroken?: () => void,
  shows: 'preview' | 'whole' | 'either' = 'preview',
) {
  const [broken, setBroken] = useState<string>();
  const isTold = useRef(false);
  const preview = usePreview(file);
  const own = shows === 'preview' ? undefined : file?.url;
  const url = shows === 'whole' ? own : (preview?.url ?? own);
  if (!file || !url || !isPicture(file.type) || url === broken) return null;
  return {
    src: url,
    decoding: 'async',
    onError() {
      setBroken(url);
      if (!isTold.current) onBroken?.();
      isTold.current = true;
    },
  } as const;
}

interface ThumbnailProps {
  file: Parameters<typeof usePicture>[0];
  onBroken?: (() => void) | undefined;
  className: string;
  /** In its place where there is none. */
  children?: ReactNode;
}

/** A preview beside words that say what it is. */
export function Thumbnail({ file, onBroken, className, children = null }: ThumbnailProps) {
  const picture = usePicture(file, onBroken);
  if (!picture) return children;
  return <img {...picture} alt="" loading="lazy" className={className} />;
}
