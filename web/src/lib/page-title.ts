import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';

export const titled = (title: string): string => (title ? `${title} · Clipline` : 'Clipline');

let shown = '';
let news = 0;

const show = (title: string): void => {
  document.title = news > 0 ? `(${news}) ${title}` : title;
};

/** How much is new, before the title of whichever page. */
export function countInTitle(count: number): void {
  if (count === news) return;
  if (shown === '') shown = document.title;
  news = count;
  show(shown);
}

/**
 * After a navigation inside the app the heading takes focus; the first page keeps it where the
 * browser puts it.
 */
export function usePageTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    shown = titled(title);
    show(shown);
  }, [title]);
  const arrive = useEffectEvent(() => {
    const taken =
      document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;
    if (key !== 'default' && !taken) heading.current?.focus({ preventScroll: true });
  });
  // The mount of a page is its arrival; a changed query on the same page is not.
  useEffect(() => arrive(), []);
  return heading;
}
