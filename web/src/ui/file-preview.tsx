import { useEffect, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';

const PICTURE = 'w-full rounded-t-card border-b border-line bg-sunken object-contain';
const SMALL = 'h-44';

/** A picture at a readable size. `onBroken`: its link may have outlived itself. */
export function FilePreview({
  src,
  name,
  large,
  onBroken,
}: {
  src: string;
  name: string;
  large: boolean;
  onBroken: () => void;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === src) return null;
  return (
    <img
      src={src}
      alt={m.ui_preview_of({ name })}
      decoding="async"
      onError={() => {
        setBroken(src);
        onBroken();
      }}
      className={classNames(PICTURE, large ? 'max-h-[60dvh]' : SMALL)}
    />
  );
}

/** A picture that is still only on this device. */
export function LocalPreview({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const element = image.current!;
    const url = URL.createObjectURL(file);
    element.src = url;
    return () => {
      // What still loads would ask for an address that is gone.
      element.removeAttribute('src');
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return (
    <img
      ref={image}
      alt={m.ui_preview_of({ name: file.name })}
      className={classNames(PICTURE, SMALL)}
    />
  );
}
