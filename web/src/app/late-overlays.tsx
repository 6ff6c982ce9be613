import { useEffect, useState, type ComponentType } from 'react';

const RETRY_AFTER_MS = 3000;

/**
 * Fetches the overlays once the page stands: nothing floats before somebody acts. They are not
 * fetched when the first toast comes, for that may well say that the server is away.
 */
export function LateOverlays() {
  const [Overlays, setOverlays] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      import('./overlays.tsx').then(
        (module) => setOverlays(() => module.default),
        () => (timer = setTimeout(load, RETRY_AFTER_MS)),
      );
    };
    load();
    return () => clearTimeout(timer);
  }, []);
  return Overlays && <Overlays />;
}
