import type { Link } from '@clipline/contract/schemas/links.ts';
import { Link2 } from 'lucide-react';
import { useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { useGridFocus } from '../lib/grid-focus.ts';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { LinkRow } from './link-row.tsx';
import { open } from './overlays.ts';

/** More are on the page of all links. */
const SHOWN = 3;

export interface ClipLinksProps {
  clipId: string;
  /** Those that work, newest first. */
  links: readonly Link[];
  /** Others have no way to the clip: making one is the next step. */
  nobody: boolean;
  addressOpen: boolean;
  onAddressClosed: () => void;
}

/** The links to one clip, below its plain address. */
export function ClipLinks({ clipId, links, nobody, addressOpen, onAddressClosed }: ClipLinksProps) {
  const shown = links.slice(0, SHOWN);
  const create = useRef<HTMLButtonElement>(null);
  const { list, leaving } = useGridFocus(
    shown.map(({ id }) => id),
    { otherwise: create },
  );
  return (
    <section aria-labelledby="clip-links" className="border-t border-line pt-4">
      <div className="flex items-center justify-between gap-3">
        <h3 id="clip-links" className="text-base font-semibold text-ink">
          {m.links_title()}
        </h3>
        <RouterLink to="/links" className="rounded-chip text-sm font-medium text-accent">
          {m.links_all()}
        </RouterLink>
      </div>
      {shown.length > 0 && (
        <ul ref={list} className="mt-1 flex flex-col">
          {shown.map((link) => (
            <LinkRow key={link.id} link={link} onRevoking={leaving} />
          ))}
        </ul>
      )}
      <Button
        ref={create}
        variant={nobody ? 'primary' : 'secondary'}
        className="mt-3"
        onClick={() => open('form', { about: { clipId, addressOpen }, onAddressClosed })}
      >
        <Link2 size={16} aria-hidden />
        {m.links_create_open()}
      </Button>
    </section>
  );
}
