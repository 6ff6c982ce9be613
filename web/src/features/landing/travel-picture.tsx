import { Copy, FileText, Image, Link2, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconTile } from '../../ui/icon-tile.tsx';
import { TravellingDot } from '../../ui/travelling-dot.tsx';

const CLIP = 'Train 18:42, platform 7. Meet at the kiosk, I have both tickets.';

/** A clip saved in a browser's window turns up on a phone. Decoration: the words beside it say the same. */
export function TravelPicture() {
  return (
    <div aria-hidden className="relative mx-auto mt-14 max-w-[56rem] pb-8 text-start select-none md:mt-16 md:pb-24">
      <div className="overflow-hidden rounded-dialog border border-line bg-surface shadow-float">
        <div className="flex h-10 items-center gap-2 border-b border-line bg-sunken px-4">
          {[0, 1, 2].map((dot) => (
            <span key={dot} className="size-2.5 rounded-full bg-line" />
          ))}
          <span className="mx-auto h-5 w-1/3 rounded-full bg-hover" />
          <span className="w-12" />
        </div>
        <div className="flex">
          <div className="hidden w-44 shrink-0 flex-col gap-1.5 border-e border-line bg-canvas p-4 sm:flex">
            <span className="flex h-8 items-center gap-2.5 rounded-control border border-line bg-surface px-2.5">
              <span className="size-3.5 rounded-chip bg-accent" />
              <Bar className="w-16" />
            </span>
            {['w-14', 'w-18', 'w-20'].map((width) => (
              <span key={width} className="flex h-8 items-center gap-2.5 px-2.5">
                <span className="size-3.5 rounded-chip bg-hover" />
                <Bar className={width} />
              </span>
            ))}
          </div>
          <div className="grid flex-1 gap-3 p-4 md:grid-cols-2 md:p-5">
            <div className="rounded-card border-2 border-accent bg-surface p-4">
              <p className="flex items-center gap-2.5 text-xs text-muted">
                <IconTile icon={Link2} tone="accent" /> Text
                <span className="ms-auto inline-flex items-center gap-1.5 font-medium text-accent">
                  <span className="size-1.5 rounded-full bg-accent" /> Synced
                </span>
              </p>
              <p className="mt-3 text-base text-ink">{CLIP}</p>
            </div>
            <Ghost tile={<IconTile icon={Image} tone="violet" />} lines={['w-5/6', 'w-3/5']} />
            <Ghost tile={<IconTile icon={FileText} tone="info" />} lines={['w-4/5', 'w-2/3']} />
            <Ghost tile={<IconTile icon={Copy} />} lines={['w-3/4', 'w-1/2']} />
          </div>
        </div>
      </div>
      <TravellingDot className="start-[46%] top-32 [--travel-x:11rem] [--travel-y:7rem] [animation-delay:500ms] max-md:hidden" />
      <Phone />
    </div>
  );
}

function Phone() {
  return (
    <div className="absolute end-0 bottom-0 w-42 rounded-[1.75rem] border border-line bg-canvas p-2 shadow-float md:-end-6 md:w-48">
      <div className="rounded-[1.3rem] bg-sunken p-3 pt-2.5 pb-4">
        <span className="mx-auto mb-3.5 block h-1 w-10 rounded-full bg-line" />
        <div className="animate-arrive rounded-card border-2 border-accent bg-surface p-3 [animation-delay:2100ms]">
          <p className="flex items-center gap-1.5 text-xs font-medium text-accent">
            <Smartphone size={13} /> Just now
          </p>
          <p className="mt-1.5 text-sm text-ink">{CLIP}</p>
        </div>
        <p className="mt-2 flex animate-arrive items-center justify-center gap-1.5 rounded-control bg-ink py-2 text-xs font-medium text-on-ink [animation-delay:2200ms]">
          <Copy size={13} /> Copy
        </p>
        <Bar className="mt-4 w-4/5" />
        <Bar className="mt-2 w-3/5" />
      </div>
    </div>
  );
}

const Bar = ({ className }: { className: string }) => <span className={`block h-2 rounded-full bg-hover ${className}`} />;

function Ghost({ tile, lines }: { tile: ReactNode; lines: string[] }) {
  return (
    <div className="rounded-card border border-line p-4 opacity-80">
      <div className="flex items-center gap-2.5">
        {tile}
        <Bar className="w-12" />
      </div>
      <div className="mt-4 flex flex-col gap-2.5 pb-2">
        {lines.map((width) => (
          <Bar key={width} className={width} />
        ))}
      </div>
    </div>
  );
}
