import { Check, Copy, Share2, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isThisComputerOnly, useMediaQuery } from '../lib/browser.ts';
import { copyText } from '../lib/copy.ts';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import { QrCode } from './qr-code.tsx';

const COPIED_MS = 2000;

export interface SharePanelProps {
  link: string;
  label: string;
  caption: string;
  /** For the longer links of rooms and desktops: fewer and larger squares. */
  large?: boolean | undefined;
}

export function SharePanel({ link, label, caption, large = false }: SharePanelProps) {
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
      toast.success(m.sharing_copied());
    } else {
      field.current?.select();
      toast.error(m.sharing_copy_failed(), m.sharing_copy_failed_text());
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
          {copied ? m.ui_copied() : m.ui_copy()}
        </Button>
      </div>
      {isThisComputerOnly(link) && (
        <Notice icon={TriangleAlert} tone="warn">
          {m.sharing_this_computer_only()}
        </Notice>
      )}
      <figure className="flex flex-col items-center gap-4 rounded-card border border-line bg-sunken p-5">
        <QrCode
          value={link}
          label={m.sharing_code()}
          size={large ? 240 : 200}
          level={large ? 'M' : 'H'}
        />
        <figcaption className="max-w-64 text-center text-sm text-balance text-muted">
          {caption}
        </figcaption>
      </figure>
      {onPhone && 'share' in navigator && (
        <Button onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>
          <Share2 size={16} aria-hidden />
          {m.sharing_with_app()}
        </Button>
      )}
    </div>
  );
}
