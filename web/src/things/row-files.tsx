import { type LucideIcon, Paperclip } from 'lucide-react';
import { Thumbnail } from './content-card.tsx';
import { COLOR, FoundText } from './content-marks.tsx';
import { isPicture } from './content.ts';
import type { ShownInRow } from './row-line.tsx';

/** At the start: its picture, its colour, or the icon of its kind. */
export function Slot({ content, icon: Icon }: { content: ShownInRow; icon: LucideIcon }) {
  const text = content.content.trim();
  const isColor = COLOR.test(text);
  return (
    <Thumbnail
      file={text === '' ? content.files[0] : undefined}
      className="size-full rounded-chip border border-line bg-sunken object-cover max-md:rounded-control"
    >
      <span className="flex size-full items-center justify-center rounded-control text-muted max-md:bg-sunken">
        {isColor ? (
          <span
            aria-hidden
            className="size-4 rounded-chip border border-line"
            style={{ background: text }}
          />
        ) : (
          <Icon size={16} aria-hidden />
        )}
      </span>
    </Thumbnail>
  );
}

/** Beside a text: up to so many pictures of what hangs on it, else the name of the first file. */
export function Attached({
  content,
  most,
  search,
}: {
  content: ShownInRow;
  most: number;
  search: string;
}) {
  const { files, match } = content;
  if (content.content.trim() === '' || files.length === 0) return null;
  const pictures = files.filter(({ type }) => isPicture(type)).slice(0, most);
  const found = files.find(({ name }) => match?.where === 'file' && name === match.excerpt);
  const named = found ?? (pictures.length === 0 ? files[0] : undefined);
  const more = files.length - (named ? 1 : pictures.length);
  return (
    <span className="flex shrink-0 items-center gap-1 text-xs text-muted">
      {named ? (
        <span className="flex items-center gap-1" data-tooltip={named.type || undefined}>
          <Paperclip size={13} aria-hidden className="shrink-0" />
          <bdi translate="no" className="max-w-40 truncate max-md:max-w-20">
            <FoundText text={named.name} search={search} />
          </bdi>
          <span className="sr-only">{named.type}</span>
        </span>
      ) : (
        <>
          {pictures.map((file) => (
            <Thumbnail
              key={file.url ?? file.name}
              file={file}
              className="size-7 shrink-0 rounded-chip border border-line bg-sunken object-cover max-md:size-8"
            />
          ))}
          <span className="sr-only"> {files[0]?.name}</span>
          <span className="sr-only"> {files[0]?.type}</span>
        </>
      )}
      {more > 0 && <span className="tabular">{`+${more}`}</span>}
    </span>
  );
}
