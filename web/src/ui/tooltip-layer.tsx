import { useEffect, useRef } from 'react';

const GAP = 6;
const EDGE = 8;
const HOVER_DELAY_MS = 350;

const ownerOf = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null;

/** Never over the edge of the window. */
function putAt(tip: HTMLElement, owner: HTMLElement): void {
  const on = owner.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const beside = owner.dataset['tooltipSide'] === 'end';
  const left = beside
    ? on.right + GAP
    : Math.min(Math.max(EDGE, on.left + on.width / 2 - width / 2), innerWidth - width - EDGE);
  const below = on.bottom + GAP + height < innerHeight ? on.bottom + GAP : on.top - GAP - height;
  tip.style.left = `${left}px`;
  tip.style.top = `${beside ? on.top + on.height / 2 - height / 2 : below}px`;
}

/** Hidden from readers, as it repeats the accessible name. */
export function TooltipLayer() {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = tip.current;
    if (!element) return;
    // Browsers of 2023 know no popovers, and go without.
    element.hidden = !('popover' in element);
    if (element.hidden) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      if (element.matches(':popover-open')) element.hidePopover();
    };
    const show = (on: HTMLElement) => {
      const text = on.dataset['tooltip'];
      if (!text || !on.isConnected) return hide();
      element.textContent = text;
      // The top layer: above dialogs, and never cut by an overflow.
      if (!element.matches(':popover-open')) element.showPopover();
      putAt(element, on);
    };
    const onPointerOver = (event: PointerEvent) => {
      const on = event.pointerType === 'mouse' ? ownerOf(event) : null;
      hide();
      if (on) timer = setTimeout(() => show(on), HOVER_DELAY_MS);
    };
    const onFocusIn = (event: FocusEvent) => {
      const on = ownerOf(event);
      hide();
      if (on?.matches(':focus-visible')) show(on);
    };
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const signal = new AbortController();
    document.addEventListener('pointerover', onPointerOver, signal);
    document.addEventListener('focusin', onFocusIn, signal);
    document.addEventListener('keydown', onKeyDown, signal);
    for (const type of ['pointerdown', 'focusout', 'scroll'])
      document.addEventListener(type, hide, { capture: true, signal: signal.signal });
    return () => {
      signal.abort();
      hide();
    };
  }, []);
  return (
    <div
      ref={tip}
      popover="manual"
      aria-hidden
      className="pointer-events-none fixed inset-auto m-0 rounded-chip bg-ink px-2 py-1 text-xs font-medium text-on-ink"
    />
  );
}
