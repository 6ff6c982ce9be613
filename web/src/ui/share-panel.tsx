import { Check, Copy, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../lib/copy.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { Input } from './input.tsx';
import { QrCode } from './qr-code.tsx';

const QR_SIZE = 200;
const COPIED_MS = 2000;

export interface SharePanelProps {
  link: string;
  /** Accessible name of the link, such as 'Link to the clip'. */
  label: string;
  /** Stands under the code. */
  caption: string;
  onCopied: () => void;
  onCopyFailed: () => void;
}

/** Link and code; to be loaded with the first opening, since the code's library is. */
export default function SharePanel({
  link,
  label,
  caption,
  onCopied,
  onCopyFailed,
}: SharePanelProps) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const onPhone = useMediaQuery('(pointer: coarse)');
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    if (await copyText(link)) {
      setCopied(true);
      onCopied();
    } else {
      field.current?.select();
      onCopyFailed();
    }
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex gap-2">
        <Input
          ref={field}
          readOnly
          aria-label={label}
          value={link}
          className="min-w-0 flex-1"
          onFocus={(event) => event.target.select()}
        />
        <Button variant="primary" onClick={() => void copy()}>
          {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          {m.ui_copy()}
        </Button>
      </div>
      <figure className="flex flex-col items-center gap-4 rounded-card border border-line bg-sunken p-5">
        <QrCode value={link} label={m.ui_share_code()} size={QR_SIZE} level="H" />
        <figcaption className="max-w-64 text-center text-sm text-balance text-muted">
          {caption}
        </figcaption>
      </figure>
      {onPhone && 'share' in navigator && (
        <Button onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>
          <Share2 size={16} aria-hidden />
          {m.ui_share_with_app()}
        </Button>
      )}
    </div>
  );
}
