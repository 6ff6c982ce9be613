import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** A picture at a readable size. `onBroken`: its link may have outlived itself. */
export function FilePreview({ src, name, large = false, onBroken }: { src: string; name: string; large?: boolean; onBroken?: () => void }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === src) return null;
  return (
    <img
      src={src}
      alt={`Preview of ${name}`}
      decoding="async"
      onError={() => {
        setBroken(src);
        onBroken?.();
      }}
      className={classNames('w-full rounded-t-card border-b border-line bg-sunken object-contain', large ? 'max-h-[60dvh]' : 'h-44')}
    />
  );
}

/** The address of a local file, for as long as it is shown. */
export function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}
