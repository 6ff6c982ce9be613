import { useEffect, useState } from 'react';
import { useMediaQuery } from '../../../lib/media-query.ts';

const ADVANCE_MS = 5000;

/**
 * Moves on every five seconds, and rests while a pointer is over it, has focus in it, pressed
 * pause or wants less motion.
 */
export function useCarousel(count: number) {
  const [current, setCurrent] = useState(0);
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const [paused, setPaused] = useState(false);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const running = !still && !paused && !held.pointer && !held.focus;

  useEffect(() => {
    if (!running) return;
    // Set anew with every slide, so that one chosen by hand has its whole time too.
    const timer = setTimeout(() => setCurrent((current + 1) % count), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [running, current, count]);

  const hold = (change: Partial<typeof held>) => () =>
    setHeld((before) => ({ ...before, ...change }));
  return {
    current,
    show: setCurrent,
    moves: !still,
    paused,
    togglePause: () => setPaused(!paused),
    holders: {
      onPointerEnter: hold({ pointer: true }),
      onPointerLeave: hold({ pointer: false }),
      onFocus: hold({ focus: true }),
      onBlur: hold({ focus: false }),
    },
  };
}
