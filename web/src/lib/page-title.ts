import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
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

/** How much is new, on the icon of an installed app, where the system shows such numbers. */
export const countOnIcon = (count: number): void =>
  void (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(
    () => undefined,
  );

/**
 * After a navigation inside the app the heading takes focus, and so does the one that takes its
 * place once all has come; the first page keeps focus where the browser puts it.
 */
export function usePageTitle(title: string): RefCallback<HTMLHeadingElement> {
  const { key } = useLocation();
  const [isFirst] = useState(key === 'default');
  const arrived = useRef(false);
  useEffect(() => {
    shown = titled(title);
    show(shown);
  }, [title]);
  return useCallback(
    (heading) => {
      if (!heading || isFirst) return;
      const { activeElement: active, body } = document;
      const isTaken = arrived.current
        ? active !== body
        : active?.matches('input, textarea, select, [contenteditable]');
      arrived.current = true;
      if (!isTaken) heading.focus({ preventScroll: true });
    },
    [isFirst],
  );
}
