import type { Link } from '@clipline/contract/schemas/links.ts';
import { fullDate } from '../lib/format.ts';
import { Loaded } from '../live/failed-state.tsx';
import { m } from '../paraglide/messages.js';
import { Dialog } from '../ui/dialog.tsx';
import { LoadMore } from '../ui/pager.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useOpenings } from './links.api.ts';

export function OpeningsDialog({ link }: { link: Link }) {
  const list = useOpenings(link);
  return (
    <Dialog title={m.links_openings()} description={m.links_openings_text()}>
      <Loaded
        of={list}
        items={list.data?.pages.flat()}
        loading={<Spinner label={m.ui_loading()} />}
        failed={m.links_failed()}
        empty={<p className="text-sm text-muted">{m.links_never_opened()}</p>}
      >
        {(openings) => (
          <ul className="flex flex-col">
            {openings.map(({ id, at, browser }) => (
              <li
                key={id}
                className="flex justify-between gap-4 border-t border-line py-2.5 text-sm first:border-t-0"
              >
                <time dateTime={at} className="tabular text-ink">
                  {fullDate(at)}
                </time>
                <span className="text-muted">{browser}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <LoadMore list={list} className="mt-3">
        {m.links_more()}
      </LoadMore>
    </Dialog>
  );
}
