import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatNumber, kilobytes } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { Card } from '../ui/card.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { slot, withSlots } from '../ui/slots.tsx';
import { isFilm, isReadable, isSound, shortKind } from './file-kinds.ts';
import { FileIcon } from './files.tsx';
import { FileButtons, type FileButtonsProps, type FileTools } from './pictures.tsx';

export interface FileRowsProps {
  files: readonly StoredFile[];
  tools: FileTools;
  /** To download it is what the page is for. */
  isMain: boolean;
}

/** One sheet; sounds and films play in it, texts show their beginning. */
export function FileRows({ files, ...rest }: FileRowsProps) {
  return (
    <Card className="overflow-hidden p-0!">
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <FileRow key={file.id} file={file} {...rest} />
        ))}
      </ul>
    </Card>
  );
}

function FileRow(props: FileButtonsProps) {
  const { name, type, size } = props.file;
  return (
    <li className="flex min-w-0 flex-col gap-3 p-4 pe-2.5">
      <div className="flex flex-wrap items-center justify-end gap-x-3">
        {/* In a narrow column the buttons stand below the name, not in its place. */}
        <div className="flex min-w-44 flex-1 items-center gap-3">
          <FileIcon large name={name} type={type} />
          <div className="min-w-0 flex-1">
            <p className="truncate text-base text-ink" title={name}>
              <bdi translate="no">{name}</bdi>
            </p>
            <p className="tabular text-sm text-muted" title={type}>
              {shortKind(props.file)} · {kilobytes(size)}
            </p>
          </div>
        </div>
        <div className="flex shrink-0 items-center gap-1">
          <FileButtons {...props} />
        </div>
      </div>
      <FileInside file={props.file} onBroken={props.tools.renew} />
    </li>
  );
}

/** Whether there is more of a file to be seen where it stands. */
export const hasInside = (file: StoredFile): boolean =>
  isSound(file.type) || isFilm(file.type) || isReadable(file);

export interface FileInsideProps {
  file: StoredFile;
  onBroken: () => void;
}

/** It plays, or shows its beginning. */
export function FileInside({ file, onBroken }: FileInsideProps) {
  if (isSound(file.type) || isFilm(file.type))
    return <Player key={file.url} file={file} onBroken={onBroken} />;
  return isReadable(file) ? <Beginning file={file} /> : null;
}

async function isThere(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { headers: { range: 'bytes=0-0' } })).ok;
  } catch {
    return false;
  }
}

function Player({ file: { name, type, url }, onBroken }: FileInsideProps) {
  const [plays, setPlays] = useState<'whole' | 'sound' | 'nothing'>('whole');
  const player = {
    src: url,
    'aria-label': name,
    controls: true,
    preload: 'metadata',
    // An address that is over fails as what no browser plays does.
    onError: async () => ((await isThere(url)) ? setPlays('nothing') : onBroken()),
  } as const;
  return (
    <>
      {plays !== 'nothing' && isSound(type) && (
        // What people send has no words of ours to it.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio {...player} className="h-11 w-full" />
      )}
      {plays !== 'nothing' && isFilm(type) && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          {...player}
          playsInline
          onLoadedMetadata={({ currentTarget: { videoWidth } }) =>
            setPlays(videoWidth === 0 ? 'sound' : 'whole')
          }
          className="aspect-video max-h-[60dvh] w-full rounded-control bg-canvas"
        />
      )}
      {plays !== 'whole' && (
        <p className="text-sm text-muted">
          {withSlots(m.files_cannot_play({ name: slot(0) }), <bdi translate="no">{name}</bdi>)}
        </p>
      )}
    </>
  );
}

const LINES = 200;
/** Of a line; some files are one. */
const COLUMNS = 1000;

async function beginningOf(url: string) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The text could not be read: ${response.status}`);
  // Other encodings, and what only calls itself a text, show nothing.
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer());
  const lines = text.trimEnd().split(/\r?\n/);
  const shown = lines.slice(0, LINES).map((line) => line.slice(0, COLUMNS));
  return { text: shown.join('\n'), cut: lines.length > LINES ? lines.length : 0 };
}

function Beginning({ file: { id, name, url } }: { file: StoredFile }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: '200px',
    });
    near.observe(place.current!);
    return () => near.disconnect();
  }, []);
  const { data } = useQuery({
    queryKey: ['file-beginning', id],
    queryFn: () => beginningOf(url),
    enabled: isNear,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <div ref={place} className="min-w-0 empty:-mt-3">
      {data && data.text !== '' && (
        <>
          <ScrollArea
            label={m.files_beginning_of({ name })}
            dir="auto"
            translate="no"
            className="max-h-60 overflow-auto rounded-control bg-sunken px-3 py-2 font-mono text-sm whitespace-pre text-ink"
          >
            {data.text}
          </ScrollArea>
          {data.cut > 0 && (
            <p className="mt-1 text-xs text-muted">
              {m.files_first_lines({ shown: LINES, count: formatNumber(data.cut) })}
            </p>
          )}
        </>
      )}
    </div>
  );
}
