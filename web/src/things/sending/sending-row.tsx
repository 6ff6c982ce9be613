import { Pause, Play, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fileSize, formatNumber } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FileIcon } from '../files.tsx';
import { inSight } from './on-its-way.ts';
import type { Sending, SendingFile } from './sending.ts';

const WORDS = {
  offline: m.capture_waiting(),
  paused: m.files_paused(),
  checking: m.files_checking(),
  full: m.files_storage_full(),
};

function timeOf(seconds: number): string {
  if (seconds < 60) return m.files_seconds({ count: Math.ceil(seconds) });
  const minutes = Math.round(seconds / 60);
  return minutes < 60
    ? m.files_minutes({ count: minutes })
    : m.files_hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** '62 % · 2.5 GB of 4.1 GB · 11 MB/s · 2 min left', or why it stands still. */
function factsOf({ state, sent, speed, left }: Sending, size: number): string {
  const facts = [
    m.files_percent({ percent: formatNumber(Math.floor((sent / size) * 100)) }),
    m.files_sent_of({ sent: fileSize(sent), size: fileSize(size) }),
  ];
  if (state !== 'going') return [WORDS[state], ...(sent > 0 ? facts : [])].join(' · ');
  if (speed !== null) facts.push(m.files_speed({ size: fileSize(speed, 0) }));
  if (left !== null) facts.push(m.files_time_left({ time: timeOf(left) }));
  return facts.join(' · ');
}

export interface SendingRowProps {
  queued: SendingFile;
  onRemove: (id: string) => void;
}

/** A large file on its way. */
export function SendingRow({ queued: { id, file, sending }, onRemove }: SendingRowProps) {
  const { name, size, type } = file;
  const { state, sent, pause, resume } = sending;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) =>
      inSight.setState({ [id]: entry?.isIntersecting === true }),
    );
    watch.observe(row.current!);
    return () => {
      watch.disconnect();
      inSight.setState({ [id]: false });
    };
  }, [id]);
  const goes = state === 'going' || state === 'checking';
  const isPaused = state === 'paused' || state === 'full';
  return (
    <div
      ref={row}
      className="relative flex min-h-13 min-w-0 items-center gap-3 overflow-hidden rounded-card border border-line bg-surface ps-3 pe-1 shadow-card"
    >
      <FileIcon name={name} type={type} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="truncate text-sm font-medium text-ink" title={name}>
          <bdi translate="no">{name}</bdi>
        </p>
        <p
          className={classNames(
            'tabular text-xs wrap-anywhere',
            state === 'full' ? 'text-danger' : 'text-muted',
          )}
        >
          {factsOf(sending, size)}
        </p>
      </div>
      <IconButton
        icon={isPaused ? Play : Pause}
        label={isPaused ? m.files_resume() : m.files_pause()}
        onClick={isPaused ? resume : pause}
      />
      <IconButton icon={X} label={m.ui_cancel_upload({ name })} onClick={() => onRemove(id)} />
      <progress
        aria-label={m.ui_uploading({ name })}
        max={size}
        value={sent}
        className={classNames(
          'progress absolute inset-x-0 bottom-0 h-0.5 w-full rounded-none!',
          !goes && '[--progress:var(--color-line-strong)]',
        )}
      />
    </div>
  );
}
