import { PHONE, useMediaQuery } from '../../../lib/browser.ts';
import { m } from '../../../paraglide/messages.js';
import { addressIn } from '../../../things/content.ts';
import { RowBody } from '../../../things/row-body.tsx';
import { RowEnd } from '../../../things/row-end.tsx';
import { Row } from '../../../ui/row-list.tsx';
import type { RoomItem } from '../rooms.api.ts';
import { Author } from './author.tsx';
import type { ItemActions } from './item-actions.ts';

export interface ContentRowProps {
  item: RoomItem;
  search: string;
  linked: boolean;
  actions: ItemActions;
}

export function ContentRow({ item, search, linked, actions }: ContentRowProps) {
  const { main, tools, look, remove } = actions;
  const isPhone = useMediaQuery(PHONE);
  return (
    <Row selected={linked}>
      <button
        type="button"
        data-grid-item
        aria-keyshortcuts="c Delete"
        onClick={look}
        onKeyDown={(event) => {
          if (event.key === 'Delete' && !event.repeat) remove?.();
        }}
        className="flex h-full min-w-0 flex-1 items-center gap-3 pe-8 text-start outline-none touch:pe-20 touch:select-none"
      >
        <RowBody
          content={item}
          search={search}
          time={item.createdAt}
          narrow={isPhone}
          lead={
            <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted max-md:max-w-1/2 max-md:shrink-0 max-md:text-sm">
              <Author of={item} only={isPhone ? 'name' : undefined} />
              {isPhone && <span aria-hidden>·</span>}
            </span>
          }
        >
          {item.version > 1 && (
            <span className="shrink-0 text-xs text-muted max-md:text-sm">· {m.rooms_edited()}</span>
          )}
        </RowBody>
      </button>
      <RowEnd
        action={main}
        address={addressIn(item.content)}
        tools={tools}
        menu={m.rooms_item_actions()}
      />
    </Row>
  );
}
