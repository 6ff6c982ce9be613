import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { CardBody } from '../../../things/card-body.tsx';
import { CardButton, CardFacts, CardFoot } from '../../../things/card-foot.tsx';
import { isNarrow, lookOf } from '../../../things/card-look.ts';
import { addressIn } from '../../../things/content.ts';
import { FileInside } from '../../../things/file-rows.tsx';
import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { roomKeys } from '../rooms.api.ts';
import { useOpenRoom } from '../room-context.ts';
import { Author } from './author.tsx';
import type { ContentRowProps } from './content-row.tsx';
import { ItemText, WholeButton } from './item-text.tsx';

export interface ContentCardProps extends ContentRowProps {
  isWhole: boolean;
  onWhole: (whole: boolean) => void;
}

export function ContentCard(props: ContentCardProps) {
  const { item, search, linked, actions, isWhole, onWhole } = props;
  const { main, tools, look, remove } = actions;
  const label = useId();
  const client = useQueryClient();
  const { room } = useOpenRoom();
  const [file] = item.files;
  const kind = lookOf(item);
  const readAgain = () => void client.invalidateQueries({ queryKey: roomKeys.content(room.id) });
  // Beside the address, too, there is no space for a name.
  const isBare = isNarrow(item) || kind === 'link';
  // An address and a colour are set in a way of their own.
  const isText = !file && (isWhole || search !== '' || (kind !== 'link' && kind !== 'color'));

  return (
    <Card
      role="article"
      aria-labelledby={label}
      // The arrows move between cards, so each must take focus.
      tabIndex={0}
      aria-keyshortcuts="Enter c Delete"
      data-grid-item
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.repeat) return;
        if (event.key === 'Delete') remove?.();
        if (event.key === 'Enter') (file ? look : main.run)();
      }}
      className={classNames(
        'group/card relative flex h-full min-w-0 flex-col p-0! md:min-h-40',
        linked && 'border-accent!',
      )}
    >
      <div {...(!isText && { id: label })} className="flex min-h-0 flex-1 flex-col">
        <CardBody
          content={item}
          search={search}
          fileFacts={file && fileSize(file.size)}
          onBroken={readAgain}
        >
          {isText ? (
            <ItemText
              text={item.content}
              look={kind}
              labelId={label}
              search={search}
              excerpt={item.match?.where === 'text' ? item.match.excerpt : undefined}
              isWhole={isWhole}
              onWhole={onWhole}
            />
          ) : undefined}
        </CardBody>
      </div>
      {file && isWhole && (
        <div className="flex flex-col items-start gap-1 px-4 pt-3 *:w-full">
          <FileInside file={file} onBroken={readAgain} />
          <WholeButton isWhole onWhole={onWhole} />
        </div>
      )}
      {kind === 'picture' && (
        // The buttons below offer it to the keyboard.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={look}
          className="absolute inset-x-0 top-0 bottom-11"
        />
      )}
      <CardFoot
        facts={
          <CardFacts
            content={item}
            time={item.createdAt}
            lead={
              <>
                <Author of={item} only={isBare ? 'face' : undefined} />
                {!isBare && <span aria-hidden>·</span>}
              </>
            }
          >
            {item.version > 1 && <span className="truncate">· {m.rooms_edited()}</span>}
          </CardFacts>
        }
        address={addressIn(item.content)}
        tools={tools}
        menu={m.rooms_item_actions()}
      >
        <CardButton icon={main.icon} data-copy={main.copies ? '' : undefined} onClick={main.run}>
          {main.label}
        </CardButton>
      </CardFoot>
    </Card>
  );
}
