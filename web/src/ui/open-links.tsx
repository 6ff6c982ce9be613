import { ExternalLink } from 'lucide-react';
import { linksIn } from '../lib/links.ts';
import { m } from '../paraglide/messages.js';

/** More would push what follows off the screen. */
const SHOWN = 5;
/** A text can be half a megabyte. */
const LOOKED_THROUGH = 20_000;

/** The addresses of a text that stands in a field, where nothing can be pressed. */
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
