import { useEffect, useState } from 'react';

const QUIET_MS = 350;
/** As long as the dot takes, see the class of the later flights. */
const FLIGHT_MS = 900;

/**
 * What is typed on one device, and what has arrived on the other after a pause in typing and a
 * flight of the dot.
 */
export function useFlight(initial: string) {
  const [text, setText] = useState(initial);
  const [arrived, setArrived] = useState(initial);
  const [flight, setFlight] = useState(0);

  useEffect(() => {
    if (text === arrived) return;
    const take = setTimeout(() => setFlight((count) => count + 1), QUIET_MS);
    const land = setTimeout(() => setArrived(text), QUIET_MS + FLIGHT_MS);
    return () => {
      clearTimeout(take);
      clearTimeout(land);
    };
  }, [text, arrived]);

  return { text, setText, arrived, flight };
}
