import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { usePage } from '../lib/filters.ts';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';

export interface ListPagerProps {
  list: {
    readonly data?: { readonly total: number } | undefined;
    readonly isPlaceholderData: boolean;
  };
  pageSize: number;
}

export function ListPager({ list: { data, isPlaceholderData }, pageSize }: ListPagerProps) {
  const { page, setPage, replacePage } = usePage();
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  // The last one of the last page went.
  const isBeyond = data !== undefined && !isPlaceholderData && page > pages;
  const showLast = useEffectEvent(() => replacePage(pages));
  useEffect(() => {
    if (isBeyond) showLast();
  }, [isBeyond, pages]);
  const shown = Math.min(page, pages);
  const turnTo = (next: number) => {
    setPage(next);
    window.scrollTo({ top: 0 });
  };
  return (
    <nav
      aria-label={m.ui_pages()}
      className="flex min-h-10 items-center justify-end gap-3 max-md:justify-between"
    >
      <Button variant="ghost" disabled={shown <= 1} onClick={() => turnTo(shown - 1)}>
        <ChevronLeft size={16} aria-hidden />
        {m.ui_page_previous()}
      </Button>
      <p className="tabular text-sm text-muted" aria-live="polite">
        {m.ui_page_of({ page: shown, pages })}
      </p>
      <Button variant="ghost" disabled={shown >= pages} onClick={() => turnTo(shown + 1)}>
        {m.ui_page_next()}
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}

export interface LoadMoreProps {
  list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  className: string;
  children: string;
}

export function LoadMore({ list, ...button }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      {...button}
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    />
  );
}
