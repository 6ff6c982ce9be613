import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { CardBody } from '../../../things/card-body.tsx';
import { FootLink } from '../../../things/card-foot.tsx';
import { isPictures, type Shown } from '../../../things/card-look.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FromLink } from '../../../things/from-link.tsx';
import { type ClipActionHandlers, ClipFoot } from './clip-actions.tsx';
import { type Selectable, SelectBox, useClipLink } from './selectable.tsx';

export interface ClipCardProps extends Selectable, ClipActionHandlers {}

export function ClipCard(props: ClipCardProps) {
  const { clip, search, selected, selecting, onSelect, ...handlers } = props;
  return (
    <CardOfClip
      clip={clip}
      search={search}
      className={classNames(selected && 'border-accent! bg-accent-soft!')}
      link={useClipLink(props)}
      corner={<SelectBox {...{ clip, selected, selecting, onSelect }} />}
    >
      <ClipFoot clip={clip} {...handlers} />
    </CardOfClip>
  );
}

export interface CardOfClipProps {
  clip: Shown & Pick<Clip, 'match' | 'via'>;
  search: string;
  className?: string;
  link?: Partial<ComponentProps<typeof Link>>;
  corner?: ReactNode;
  /** Its foot. */
  children: ReactNode;
}

/** All of the card that is no button opens the clip. */
const WHOLE_CARD = 'flex touch:select-none outline-none after:absolute after:inset-0';

export function CardOfClip({ clip, search, className, link, corner, children }: CardOfClipProps) {
  const opening = {
    to: `/clips/${clip.id}`,
    'data-grid-item': true,
    'data-clip': clip.id,
    ...link,
  };
  const body = (
    <CardBody content={clip} search={search} lead={clip.via && <FromLink via={clip.via} />} />
  );
  return (
    <Card
      interactive
      role="article"
      className={classNames(
        'group/card relative flex h-full min-w-0 flex-col p-0! has-[[data-grid-item]:focus-visible]:outline-2 has-[[data-grid-item]:focus-visible]:outline-offset-2 has-[[data-grid-item]:focus-visible]:outline-accent md:h-40',
        className,
      )}
    >
      {corner}
      {isPictures(clip) ? (
        <FootLink value={{ ...opening, className: classNames('min-w-0', WHOLE_CARD) }}>
          {body}
          {children}
        </FootLink>
      ) : (
        <>
          <Link {...opening} className={classNames('min-h-0 min-w-0 flex-1 flex-col', WHOLE_CARD)}>
            {body}
          </Link>
          {children}
        </>
      )}
    </Card>
  );
}
