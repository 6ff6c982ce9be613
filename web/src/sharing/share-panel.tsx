import { Check, Copy, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '../lib/browser.ts';
import { copyText } from '../lib/copy.ts';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Input } from '../ui/field.tsx';
import { toast } from '../ui/toast.ts';
import { Addresses } from './addresses.tsx';
import { QrCode } from './qr-code.tsx';
import { useReachable } from './reachable.ts';

const COPIED_MS = 2000;

export interface LinkFieldProps {
  link: string;
  label: string;
}

/** What can be copied, and handed to another app where a finger does it. */
export function LinkField({ link: own, label }: LinkFieldProps) {
  const reach = useReachable(own);
  const { link } = reach;
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === link;
  const field = useRef<HTMLInputElement>(null);
  const onPhone = useMediaQuery('(pointer: coarse)');
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    if (await copyText(link)) {
      setCopied(link);
      toast.success(m.sharing_copied());
    } else {
      field.current?.select();
      toast.error(m.sharing_copy_failed(), m.sharing_copy_failed_text());
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex gap-2 max-md:flex-wrap">
        <Input
          ref={field}
          readOnly
          aria-label={label}
          value={link}
          className="min-w-0 flex-1 max-md:basis-full"
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant={reach.onlyHere ? 'secondary' : 'primary'}
          disabled={reach.asking}
          className="max-md:h-13! max-md:flex-1"
          onClick={() => void copy()}
        >
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          {isCopied ? m.ui_copied() : m.ui_copy()}
        </Button>
        {onPhone && 'share' in navigator && (
          <Button
            aria-label={m.sharing_with_app()}
            className="max-md:h-13! max-md:w-13 max-md:px-0!"
            onClick={() => void navigator.share({ url: link }).catch(() => undefined)}
          >
            <Share2 size={18} aria-hidden />
          </Button>
        )}
      </div>
      <Addresses of={reach} />
    </div>
  );
}

export interface CodeFigureProps {
  link: string;
  caption: string;
  large?: boolean | undefined;
  className?: string;
}

export function CodeFigure({ link, caption, large = false, className }: CodeFigureProps) {
  const reach = useReachable(link);
  const size = large ? 240 : 200;
  if (reach.onlyHere) return null;
  return (
    <figure className={classNames('flex flex-col items-center gap-3', className)}>
      {/* White in the dark, too, as the code is. */}
      <span className="rounded-card border border-line bg-[#fff] p-3.5">
        {reach.asking ? (
          <span className="block" style={{ width: size, height: size }} />
        ) : (
          <QrCode
            value={reach.link}
            label={m.sharing_code()}
            size={size}
            level={large ? 'M' : 'H'}
          />
        )}
      </span>
      <figcaption className="max-w-60 text-center text-sm text-balance text-muted">
        {caption}
      </figcaption>
    </figure>
  );
}

export interface SharePanelProps extends LinkFieldProps {
  caption: string;
  /** For the longer links of rooms and desktops: fewer and larger squares. */
  large?: boolean | undefined;
}

export function SharePanel({ link, label, caption, large }: SharePanelProps) {
  return (
    <div className="flex flex-col gap-5">
      <LinkField link={link} label={label} />
      <CodeFigure link={link} caption={caption} large={large} />
    </div>
  );
}
