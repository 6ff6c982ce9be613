import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { Paperclip } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import type { LiveClip } from '../../../things/clip.ts';
import { CardHead, CardText, usePicture } from '../../../things/content-card.tsx';
import { type Content, type ContentFile, isPicture, kindOf } from '../../../things/content.ts';
import { SecretText, shortTitle } from '../../../things/secret.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ClipTags } from '../tags/tag-dot.tsx';
import { type ClipActionHandlers, ClipActions, FromLink } from './clip-actions.tsx';
import { COLOR, FoundText, Swatch } from '../../../things/content-marks.tsx';
import { SelectBox } from './select-box.tsx';
import { useLongPress } from './use-long-press.ts';

/** Three lines show; a text can be half a megabyte. */
const EXCERPT = 400;

/** A code, a number, a name: what is that short can be read from further away. */
const SHORT = 24;
const BLANK_LINES = /\n\s*\n/g;

export interface ClipCardProps extends ClipActionHandlers {
  clip: LiveClip;
  search: string;
  selected: boolean;
  /** Something is selected: a press selects too, and opens nothing. */
  selecting: boolean;
  onSelect: (clip: LiveClip, range: boolean) => void;
}

export function ClipCard(props: ClipCardProps) {
  const { clip, search, selected, selecting, onSelect, ...handlers } = props;
  const press = useLongPress(() => onSelect(clip, false));
  return (
    <CardOfClip
      clip={clip}
      search={search}
      className={classNames(selected && 'border-accent! bg-accent-soft!')}
      link={{
        // Where the clip is opened, the first of what was looked for is selected.
        ...(clip.match?.where === 'text' && { state: { search } }),
        'aria-keyshortcuts': 'x s f c Delete',
        ...press,
        onClick(event) {
          if (!selecting || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onSelect(clip, event.shiftKey);
        },
      }}
      corner={
        <SelectBox
          title={shortTitle(clip, 40)}
          selected={selected}
          selecting={selecting}
          onSelect={(range) => onSelect(clip, range)}
        />
      }
    >
      <ClipActions clip={clip} {...handlers} />
    </CardOfClip>
  );
}

type ShownFile = ContentFile & { readonly url?: string };
type ShownClip = Content<ShownFile> & Pick<Clip, 'createdAt' | 'match' | 'tags' | 'via'>;

export interface CardOfClipProps {
  clip: ShownClip;
  search: string;
  className?: string;
  link?: Partial<ComponentProps<typeof Link>>;
  corner?: ReactNode;
  children: ReactNode;
}

export function CardOfClip({ clip, search, className, link, corner, children }: CardOfClipProps) {
  const kind = kindOf(clip);
  const text = clip.content.trim().slice(0, EXCERPT).replace(BLANK_LINES, '\n');
  const isShort = kind !== 'code' && text.length < SHORT && !text.includes('\n');
  const found = clip.match?.where === 'text' ? clip.match.excerpt : undefined;
  return (
    <Card
      interactive
      role="article"
      className={classNames(
        'group/card relative flex h-full min-w-0 flex-col p-0! has-[[data-grid-item]:focus-visible]:outline-2 has-[[data-grid-item]:focus-visible]:outline-offset-2 has-[[data-grid-item]:focus-visible]:outline-accent',
        className,
      )}
    >
      {corner}
      <Link
        to={`/clips/${clip.id}`}
        data-grid-item
        data-clip={clip.id}
        {...link}
        className="flex touch:select-none min-w-0 flex-1 flex-col gap-3 rounded-card p-4 pb-2 outline-none"
      >
        <CardHead kind={kind}>
          <RelativeTime time={clip.createdAt} className="text-sm whitespace-nowrap text-muted" />
        </CardHead>
        <span className="flex min-w-0 gap-3">
          {text === '' ? (
            <span className="flex-1 text-base text-muted">
              {clip.files.length > 0
                ? m.clips_without_text({ count: clip.files.length })
                : m.clips_content_empty()}
            </span>
          ) : (
            <CardText kind={kind} {...(isShort && { className: 'text-lg!' })}>
              <SecretText text={clip.content}>
                {COLOR.test(text) && <Swatch color={text} />}
                {search !== '' ? (
                  <FoundText text={found ?? text} leads={found !== undefined} search={search} />
                ) : kind === 'link' ? (
                  <Address text={text} />
                ) : (
                  text
                )}
              </SecretText>
            </CardText>
          )}
          <CardThumbnail files={clip.files} />
        </span>
        {clip.files.length > 0 && <FileIndicator clip={clip} search={search} />}
        <FromLink via={clip.via} />
        <ClipTags tags={clip.tags} />
      </Link>
      {children}
    </Card>
  );
}

/** The host is what an address is known by. */
function Address({ text }: { text: string }) {
  const [, before, host, rest] = /^(\w+:\/\/)?([^/?#\s]*)([\s\S]*)$/.exec(text)!;
  return (
    <>
      <span className="text-muted">{before}</span>
      {host}
      <span className="text-muted">{rest}</span>
    </>
  );
}

function CardThumbnail({ files }: Pick<ShownClip, 'files'>) {
  const picture = usePicture(files.find(({ type }) => isPicture(type)));
  if (!picture) return null;
  return (
    <img
      {...picture}
      alt=""
      loading="lazy"
      className="h-18 w-24 shrink-0 rounded-control border border-line bg-sunken object-cover"
    />
  );
}

function FileIndicator({ clip: { files, match }, search }: { clip: ShownClip; search: string }) {
  const found = match?.where === 'file' ? match.excerpt : null;
  const shown = files.find(({ name }) => name === found) ?? files[0];
  if (!shown) return null;
  return (
    <span className="flex h-7 min-w-0 items-center gap-2 rounded-chip bg-sunken px-2 text-xs text-body">
      <Paperclip size={13} aria-hidden className="shrink-0 text-muted" />
      <bdi translate="no" className="min-w-0 flex-1 truncate">
        {search === '' ? shown.name : <FoundText text={shown.name} search={search} />}
      </bdi>
      {shown.type && <span className="max-w-2/5 shrink-0 truncate text-muted">{shown.type}</span>}
      {files.length > 1 && (
        <span className="tabular shrink-0 font-medium text-muted">{`+${files.length - 1}`}</span>
      )}
    </span>
  );
}
