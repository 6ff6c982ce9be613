import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';

export const titled = (title: string): string => (title ? `${title} · Clipline` : 'Clipline');

/**
 * Names the browser tab and, after a navigation inside the app, puts focus on the page's own
 * heading: attach the returned ref to an `<h1 tabIndex={-1}>`. The first page of a visit keeps
 * focus where the browser puts it.
 */
export function usePageTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    document.title = titled(title);
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
