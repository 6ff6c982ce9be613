import type { Link } from '@clipline/contract/schemas/links.ts';
import { Ban, Copy, Ellipsis, Eye, Link2, Pencil, QrCode } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { openActions } from '../ui/actions.ts';
import { IconButton } from '../ui/button.tsx';
import { copyLink, factLine, nameOfLink } from './link-facts.ts';
import type { LinksAsked } from './links.api.ts';
import { open } from './overlays.ts';

export interface OtherLinkProps {
  link: Link;
  asked: LinksAsked;
  onRevoke: (link: Link) => void;
}

export function OtherLink({ link, asked, onRevoke }: OtherLinkProps) {
  const name = nameOfLink(link);
  const named = (label: string) => `${label}: ${name}`;
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line ps-5 pe-3 md:ps-6">
      <Link2 size={16} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1 py-1.5">
        <p dir="auto" translate="no" className="truncate text-sm text-ink">
          {name}
        </p>
        <p className="truncate text-xs text-muted">{factLine(link)}</p>
      </div>
      <div className="flex shrink-0">
        {/* Whoever scans a code of it could edit: that is handed on with care, not shown. */}
        {link.access !== 'edit' && (
          <IconButton
            icon={QrCode}
            label={named(m.links_qr())}
            onClick={() => open('code', { link, asked })}
          />
        )}
        <IconButton
          icon={Copy}
          label={named(m.links_copy())}
          data-copy-link={link.id}
          onClick={() => copyLink(link.url)}
        />
        <IconButton
          icon={Ellipsis}
          label={named(m.sharing_more())}
          aria-haspopup="menu"
          onClick={({ currentTarget }) =>
            openActions(currentTarget, [
              { label: m.links_edit(), icon: Pencil, run: () => open('form', { about: link }) },
              { label: m.links_openings(), icon: Eye, run: () => open('openings', { link }) },
              {
                label: m.links_revoke(),
                icon: Ban,
                danger: true,
                run: () => onRevoke(link),
              },
            ])
          }
        />
      </div>
    </li>
  );
}
