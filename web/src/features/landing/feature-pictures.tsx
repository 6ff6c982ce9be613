import { FileText, Image, Laptop, Monitor, QrCode, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconTile } from '../../ui/icon-tile.tsx';

const SHEET = 'rounded-control border bg-surface shadow-card';
const PAPER = `${SHEET} border-line`;

const Person = ({ tone, children }: { tone: string; children: string }) => (
  <span className={`flex size-7 items-center justify-center rounded-full text-xs font-medium ring-2 ring-surface ${tone}`}>{children}</span>
);
const ADA = <Person tone="bg-accent-soft text-accent">A</Person>;
const JUN = <Person tone="bg-violet-soft text-violet">J</Person>;
const SAM = <Person tone="bg-info-soft text-info">S</Person>;

const LiveDot = () => <span className="size-2 shrink-0 rounded-full bg-accent" />;

export function SyncPicture() {
  const device = 'flex size-14 items-center justify-center';
  const line = <span className="h-px flex-1 border-t border-dashed border-line-strong" />;
  return (
    <div className="flex w-full max-w-64 items-center">
      <span className={`${device} text-muted ${PAPER}`}>
        <Laptop size={24} />
      </span>
      {line}
      <LiveDot />
      {line}
      <span className={`${device} border-accent text-accent ${SHEET}`}>
        <Smartphone size={24} />
      </span>
      {line}
      <span className={`${device} text-muted ${PAPER}`}>
        <Monitor size={24} />
      </span>
    </div>
  );
}

export function LinkPicture() {
  return (
    <div className="flex w-full max-w-68 items-center gap-3">
      <div className={`flex min-w-0 flex-1 items-center gap-2 p-1.5 ps-3 ${PAPER}`}>
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-body">/clips/q7Hk2vTz</span>
        <span className="rounded-chip bg-ink px-2.5 py-1 text-xs font-medium text-on-ink">Copy</span>
      </div>
      <span className={`flex size-14 shrink-0 items-center justify-center text-ink ${PAPER}`}>
        <QrCode size={32} strokeWidth={1.5} />
      </span>
    </div>
  );
}

export function LivePicture() {
  return (
    <div className="flex w-full max-w-64 flex-col gap-2.5">
      <div className={`border-accent p-3 ${SHEET}`}>
        <p className="flex items-center gap-2 text-xs font-medium text-accent">
          <LiveDot /> Live
        </p>
        <p className="mt-2 text-sm text-ink">
          Standup moves to <span className="bg-accent-soft">10:30</span>
        </p>
      </div>
      <p className={`flex items-center gap-2 self-end px-3 py-2 text-xs text-ink ${PAPER}`}>
        <LiveDot /> Content updated by owner
      </p>
    </div>
  );
}

function Entry({ who, children }: { who: ReactNode; children: ReactNode }) {
  return (
    <p className={`flex items-center gap-2.5 p-1.5 pe-3 text-xs text-body ${PAPER}`}>
      {who}
      <span>{children}</span>
    </p>
  );
}

export function RoomPicture() {
  return (
    <div className="flex flex-col items-start gap-2">
      <Entry who={ADA}>Ada added a text</Entry>
      <div className="ms-8">
        <Entry who={JUN}>Jun uploaded menu.pdf</Entry>
      </div>
      <Entry who={SAM}>Sam joined the room</Entry>
    </div>
  );
}

export function BoardPicture() {
  return (
    <div className="relative h-32 w-64">
      <div className={`absolute start-0 top-1 w-30 p-3 text-xs text-body ${PAPER}`}>Paint: eggshell, two coats, hallway first</div>
      <div className={`absolute start-34 top-0 flex h-16 w-24 items-center justify-center text-violet ${PAPER}`}>
        <Image size={22} />
      </div>
      <div className={`absolute start-22 top-20 w-40 border-accent p-2.5 text-xs text-ink ${SHEET}`}>
        Keys are with Mia
        <span className="absolute -end-1 -bottom-1 size-2 rounded-full bg-accent" />
      </div>
    </div>
  );
}

function FileRow({ picture, name, size }: { picture: ReactNode; name: string; size: string }) {
  return (
    <p className={`flex items-center gap-2.5 p-2 pe-3 text-xs ${PAPER}`}>
      {picture}
      <span className="flex-1 text-ink">{name}</span>
      <span className="tabular text-muted">{size}</span>
    </p>
  );
}

export function FilesPicture() {
  return (
    <div className="flex w-full max-w-64 flex-col gap-2">
      <FileRow picture={<IconTile icon={Image} tone="violet" />} name="floor-plan.png" size="1.2 MB" />
      <FileRow picture={<IconTile icon={FileText} tone="info" />} name="lease.pdf" size="340 KB" />
      <FileRow picture={<IconTile icon={FileText} tone="warn" />} name="budget.xlsx" size="58.4 KB" />
    </div>
  );
}
