import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_MS = 450;
/** A finger that moves so far scrolls. */
const MOVED_PX = 10;

/**
 * For what a finger holds for a while: handlers to spread. The press does nothing else, neither
 * what a tap does nor the browser's menu.
 */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const began = useRef({ x: 0, y: 0 });
  const wasLong = useRef(false);
  const end = () => clearTimeout(timer.current);
  useEffect(() => end, []);
  return {
    onPointerDown(event: PointerEvent) {
      wasLong.current = false;
      if (event.pointerType !== 'touch') return;
      began.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        wasLong.current = true;
        onLongPress();
      }, LONG_MS);
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = began.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > MOVED_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch')
        event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
