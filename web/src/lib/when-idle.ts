/** When the page has loaded and has nothing else to do; never while it is rendered ahead. */
export function whenIdle(work: () => void): void {
  if (typeof window === 'undefined') return;
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => work());
    else setTimeout(work, 2000);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
