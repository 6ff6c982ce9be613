import { ChevronLeft, ChevronRight } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';

export interface PagerProps {
  page: number;
  /** At least 1. */
  pages: number;
  onPageChange: (page: number) => void;
}

export function Pager({ page, pages, onPageChange }: PagerProps) {
  return (
    <nav aria-label={m.ui_pages()} className="flex items-center justify-between gap-3">
      <Button disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
        {m.ui_page_previous()}
      </Button>
      <p className="tabular text-sm text-muted" aria-live="polite">
        {m.ui_page_of({ page, pages })}
      </p>
      <Button disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
        {m.ui_page_next()}
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}

export interface LoadMoreProps {
  /** As an infinite query gives it. */
  list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  className: string;
  children: string;
}

/** The way on in a list that grows, while there is more of it. */
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
