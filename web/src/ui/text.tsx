import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMediaQuery } from '../lib/browser.ts';

import { beginningOf, linkParts, linksIn } from '../lib/text.ts';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { InOrder } from './slots.tsx';

export function LinkedText({ text }: { text: string }) {
  return (
    <InOrder of={linkParts(text)}>
      {({ text: part, href }) =>
        href ? (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover"
          >
            {part}
          </a>
        ) : (
          part
        )
      }
    </InOrder>
  );
}

export interface MarkedProps {
  text: string;
  /** In order, none touching another. */
  marks: readonly { readonly start: number; readonly end: number }[];
}

export function Marked({ text, marks }: MarkedProps) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const mark of marks) {
    parts.push(
      text.slice(end, mark.start),
      <mark key={mark.start} className="rounded-xs bg-accent-soft font-medium text-ink">
        {text.slice(mark.start, mark.end)}
      </mark>,
    );
    end = mark.end;
  }
  return [...parts, text.slice(end)];
}

/** More would push what follows off the screen. */
const SHOWN = 5;
/** A text can be half a megabyte. */
const LOOKED_THROUGH = 20_000;

export function OpenLinks({ text }: { text: string }) {
  const links = linksIn(text.slice(0, LOOKED_THROUGH)).slice(0, SHOWN);
  if (links.length === 0) return null;
  return (
    <ul aria-label={m.ui_links()} className="flex flex-col gap-1 print:hidden">
      {links.map((href) => {
        const { host, pathname, search } = new URL(href);
        return (
          <li key={href} className="flex min-w-0">
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              aria-label={m.ui_open_link({ link: href })}
              translate="no"
              className="flex min-h-9 min-w-0 items-center gap-2 rounded-control px-2 text-sm hover:bg-hover touch:min-h-11"
            >
              <ExternalLink size={15} aria-hidden className="shrink-0 text-accent" />
              <span className="min-w-0 truncate">
                <span className="font-medium text-ink">{host}</span>
                <span className="text-muted">{pathname === '/' ? search : pathname + search}</span>
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** On paper the whole text stands where a field would show the part that fits into it. */
export function PrintedText({ text, mono }: { text: string; mono: boolean }) {
  const printing = useMediaQuery('print');
  if (!printing) return null;
  return (
    <div
      dir="auto"
      translate="no"
      data-printed
      className={classNames('whitespace-pre-wrap wrap-anywhere text-black', mono && 'font-mono')}
    >
      {text}
    </div>
  );
}

export interface Beginning {
  readonly shown: string;
  /** Null of a whole text. */
  readonly more: ReactNode;
  readonly allow: (text: string) => void;
}

/** Laid out whole, a long text of others would freeze the page of its reader. */
export function useBeginning(text: string): Beginning {
  const [allowed, allow] = useState<string>();
  const shown = text === allowed ? text : beginningOf(text);
  const more = shown.length < text.length && (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <p className="min-w-48 flex-1 text-sm text-muted">{m.ui_only_beginning()}</p>
      <Button size="sm" onClick={() => allow(text)}>
        {m.ui_show_all()}
      </Button>
    </div>
  );
  return { shown, more: more || null, allow };
}
