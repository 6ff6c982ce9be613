import { fault } from './fake-server.ts';

/** A toast that was late for the page before is there as this one's toasts get their region. */
const WHOLE = 'h1, h2, [role=dialog], [data-toaster]';
const isWhole = (element: Element) =>
  element.matches(WHOLE) || element.querySelector(WHOLE) !== null;

/**
 * What comes along with its region is not read out by screen readers. The first words of a page,
 * which comes with its heading, or of a dialog are no news.
 */
const listener = new MutationObserver((changes) => {
  const added = changes
    .flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node) => node instanceof Element && node.isConnected) as Element[];
  if (added.some(isWhole)) return;
  for (const each of added)
    for (const region of [each, ...each.querySelectorAll('*')])
      if (region.role === 'status' && region.textContent.trim() !== '')
        fault(`'${region.textContent}' came along with its region`);
});

export const listenForNews = (): void =>
  listener.observe(document.body, { childList: true, subtree: true });
