import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

export interface PagerProps {
  page: number;
  /** At least 1. */
  pages: number;
  onPageChange: (page: number) => void;
}

export function Pager({ page, pages, onPageChange }: PagerProps) {
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      <Button disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
        Previous
      </Button>
      <p className="tabular text-sm text-muted" aria-live="polite">
        {`Page ${page} of ${pages}`}
      </p>
      <Button disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
        Next
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}
