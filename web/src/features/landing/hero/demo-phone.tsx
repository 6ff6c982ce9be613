import { Copy, Smartphone } from 'lucide-react';
import { relativeTime } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';

/** `first`: the clip that the page itself sends, which arrives with its dot. */
export function DemoPhone({ text, first }: { text: string; first: boolean }) {
  const late = first && '[animation-delay:2200ms]';
  return (
    <div
      aria-hidden
      className="absolute end-2 bottom-0 w-46 rounded-[1.75rem] border border-line bg-canvas p-2 shadow-float select-none md:-end-6 md:w-52"
    >
      <div className="rounded-[1.3rem] bg-sunken p-3 pt-2.5 pb-4">
        <span className="mx-auto mb-3.5 block h-1 w-10 rounded-full bg-line" />
        <div
          key={text}
          className={classNames(
            'animate-arrive rounded-card border-2 border-accent bg-surface p-3',
            late,
          )}
        >
          <p className="flex items-center gap-1.5 text-xs font-medium text-accent">
            <Smartphone size={13} /> {relativeTime(0, 0)}
          </p>
          <p
            dir="auto"
            translate="no"
            className="mt-1.5 line-clamp-5 min-h-15 text-sm break-words text-ink"
          >
            {text}
          </p>
        </div>
        <p className="mt-2 flex items-center justify-center gap-1.5 rounded-control bg-ink py-2 text-xs font-medium text-on-ink">
          <Copy size={13} /> {m.landing_demo_copy()}
        </p>
        <span className="mt-4 block h-2 w-4/5 rounded-full bg-line" />
        <span className="mt-2 block h-2 w-3/5 rounded-full bg-line" />
      </div>
    </div>
  );
}
