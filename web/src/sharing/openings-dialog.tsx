import type { Link } from '@clipline/contract/schemas/links.ts';
import { failureText } from '../lib/api-error.ts';
import { fullDate } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useOpenings } from './links.api.ts';

export interface OpeningsDialogProps {
  link: Link;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** When a link was opened, the latest first. */
export function OpeningsDialog({ link, ...dialog }: OpeningsDialogProps) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useOpenings(link);
  const openings = data?.pages.flat();
  return (
    <Dialog {...dialog} title={m.links_openings()} description={m.links_openings_text()}>
      {error && <p className="text-sm text-danger">{failureText(error, m.links_failed())}</p>}
      {!openings && !error && <Spinner label={m.ui_loading()} />}
      {openings?.length === 0 && <p className="text-sm text-muted">{m.links_never_opened()}</p>}
      {openings && openings.length > 0 && (
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
      {hasNextPage && (
        <Button className="mt-3" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.links_more()}
        </Button>
      )}
    </Dialog>
  );
}
