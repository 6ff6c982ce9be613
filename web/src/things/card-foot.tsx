import { languageOf } from '@clipline/contract/text-kinds.ts';
import { ExternalLink, type LucideIcon, Star } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { fileSize } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { Button, buttonStyle } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { isNarrow, type Look, LOOKS, lookOf, nameOf, type Shown } from './card-look.ts';
import { kindLabel } from './content-card.tsx';
import { kindOf } from './content.ts';
import { nameOfLanguage } from './reading/languages.ts';
import { MoreTools, type Tool, Tools } from './tools.tsx';

/** The link of a card whose words stand in its foot, which are those of the link then. */
export const FootLink = createContext<ComponentProps<typeof Link> | null>(null);

function PictureName({ content }: { content: Shown }) {
  const link = use(FootLink);
  const [file] = content.files;
  const name = (
    <bdi translate="no" className="truncate text-ink">
      {nameOf(content)}
    </bdi>
  );
  if (!link) return name;
  return (
    <Link {...link}>
      {name}
      {content.content.trim() !== '' && <span className="sr-only"> {file?.name}</span>}
      <span className="sr-only"> {file?.type}</span>
    </Link>
  );
}

function factOf(content: Shown, look: Look, starred: boolean): ReactNode {
  const [file] = content.files;
  if (look === 'picture' || look === 'pictures') return <PictureName content={content} />;
  if (look === 'file' || look === 'audio')
    return !starred && file && file.size > 0 && <span>{fileSize(file.size)}</span>;
  if (look !== 'code' && look !== 'query') return null;
  const language = languageOf(content.content);
  return language !== 'code' && <span className="truncate">{nameOfLanguage(language)}</span>;
}

export interface CardFactsProps {
  content: Shown;
  time: string;
  /** In the place of the kind: who it is from. */
  lead?: ReactNode;
  starred?: boolean;
  children?: ReactNode;
}

/** What kind it is, and its age; of a picture its name, of a file its size, of code its language. */
export function CardFacts({ content, time, lead, starred = false, children }: CardFactsProps) {
  const look = lookOf(content);
  const { icon: Icon } = LOOKS[look];
  const what = !lead && factOf(content, look, starred);
  // On its sheet a file says itself what it is.
  const isBare =
    look === 'picture' || look === 'file' || look === 'audio' || (starred && isNarrow(content));
  return (
    <span
      className={classNames(
        'flex min-w-0 items-center gap-1.5 overflow-hidden text-xs whitespace-nowrap text-muted [grid-area:1/1]',
        // The star's button lies there.
        starred && 'me-7 touch:me-0',
      )}
    >
      {lead ?? (!isBare && <Icon size={14} aria-hidden className="shrink" />)}
      <span className="sr-only">{kindLabel(kindOf(content))}</span>
      {what && (
        <>
          {what}
          <span aria-hidden>·</span>
        </>
      )}
      <RelativeTime time={time} className="truncate" />
      {starred && (
        <Star size={14} aria-hidden fill="currentColor" className="hidden text-star touch:block" />
      )}
      {children}
    </span>
  );
}

export interface CardFootProps {
  facts: ReactNode;
  address?: string | null;
  /** Seen under the pointer and with focus in the card. */
  tools?: readonly Tool[];
  /** Of the menu in which a finger finds the tools. */
  menu?: string;
  /** What it is for. */
  children: ReactNode;
}

/** Its tools lie over the facts, so that nothing moves. */
export function CardFoot({ facts, address, tools, menu = '', children }: CardFootProps) {
  return (
    <div className="flex h-11 shrink-0 items-center gap-1.5 rounded-b-card bg-inherit ps-4 pe-2 touch:pe-1">
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] items-center self-stretch bg-inherit">
        {facts}
        <span className="relative z-10 flex max-w-[calc(100%+14px)] items-center self-stretch justify-self-end [grid-area:1/1] group-focus-within/card:bg-inherit group-hover/card:bg-inherit touch:hidden">
          {tools && <Tools tools={tools} small />}
        </span>
      </div>
      <span className="relative z-10 flex shrink-0 items-center gap-0.5">
        {address && <OpenLink address={address} />}
        {children}
        {tools && <MoreTools tools={tools} label={menu} />}
      </span>
    </div>
  );
}

export interface CardButtonProps extends Omit<ComponentProps<typeof Button>, 'size' | 'className'> {
  icon: LucideIcon;
  /** Its word alone. */
  bare?: 'always' | 'touch' | undefined;
}

/** A box where there is a pointer; under a finger its word is enough. */
export function CardButton({ icon: Icon, bare, children, ...rest }: CardButtonProps) {
  return (
    <Button
      {...rest}
      size="xs"
      className="touch:border-transparent touch:bg-transparent touch:shadow-none"
    >
      <Icon
        size={14}
        aria-hidden
        className={bare === 'always' ? 'hidden' : bare ? 'touch:hidden' : 'touch:size-4.5'}
      />
      {children}
    </Button>
  );
}

export const OpenLink = ({ address }: { address: string }) => (
  <a
    href={address}
    target="_blank"
    rel="noopener noreferrer nofollow"
    aria-label={m.clips_open_link()}
    data-tooltip={m.clips_open_link()}
    className={buttonStyle('ghost', 'xs', 'w-7 px-0! text-muted touch:w-11')}
  >
    <ExternalLink size={16} aria-hidden />
  </a>
);
