import { Copy } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { KeptClip } from '../../../offline/keeper.ts';
import { m } from '../../../paraglide/messages.js';
import type { LiveClip } from '../../../things/clip.ts';

import { addressIn } from '../../../things/content.ts';
import { RowBody } from '../../../things/row-body.tsx';
import { RowEnd } from '../../../things/row-end.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Row, RowList, RowSkeletons } from '../../../ui/row-list.tsx';
import { copyClipText } from '../copy-clip.ts';
import { RowTags } from '../tags/tag-dot.tsx';
import { FromLink } from '../../../things/from-link.tsx';
import { type ClipActionHandlers, useClipTools, useMainAction } from './clip-actions.tsx';
import { type Selectable, SelectBox, useClipLink } from './selectable.tsx';

export interface ClipRowProps extends Selectable, ClipActionHandlers {
  narrow: boolean;
}

function ClipRow({ narrow, ...props }: ClipRowProps) {
  const { clip, search, selected, selecting, onSelect, ...handlers } = props;
  const action = useMainAction(clip);
  const address = addressIn(clip.content);
  const tools = useClipTools({ clip, ...handlers });
  return (
    <Row selected={selected}>
      <SelectBox
        {...{ clip, selected, selecting, onSelect }}
        className="start-4 size-9 md:start-2.5 md:size-7"
      />
      <RowLink
        clip={clip}
        search={search}
        narrow={narrow}
        covered={selecting}
        starred={clip.isFavorite}
        link={useClipLink(props)}
        className="touch:pe-20"
      />
      {!(narrow && selecting) && (
        <RowEnd action={action} address={address} tools={tools} menu={m.clips_actions()} />
      )}
    </Row>
  );
}

export interface KeptRowProps {
  clip: KeptClip;
  search: string;
  narrow: boolean;
}

/** Without a connection it can be read and copied. */
function KeptRow({ clip, search, narrow }: KeptRowProps) {
  const copy = () => void copyClipText(clip.content);
  return (
    <Row>
      <RowLink clip={clip} search={search} narrow={narrow} starred={false} />
      {clip.content !== '' && (
        <RowEnd action={{ icon: Copy, label: m.ui_copy(), copies: true, run: copy }} />
      )}
    </Row>
  );
}

interface RowLinkProps {
  clip: LiveClip | KeptClip;
  search: string;
  narrow: boolean;
  covered?: boolean;
  starred: boolean;
  link?: Partial<ComponentProps<typeof Link>>;
  className?: string;
}

function RowLink({ clip, link, className, ...body }: RowLinkProps) {
  return (
    <Link
      to={`/clips/${clip.id}`}
      data-grid-item
      data-clip={clip.id}
      {...link}
      className={classNames(
        'flex h-full min-w-0 flex-1 items-center gap-3 pe-8 outline-none touch:pe-11 touch:select-none',
        className,
      )}
    >
      <RowBody content={clip} time={clip.createdAt} {...body}>
        {clip.via && (
          <span className="flex max-w-48 min-w-0">
            <FromLink via={clip.via} />
          </span>
        )}
        <RowTags tags={clip.tags} dots={body.narrow} />
      </RowBody>
    </Link>
  );
}

export const clipRows = { List: RowList, Skeletons: RowSkeletons, Row: ClipRow, Kept: KeptRow };

export type ClipRows = typeof clipRows;
