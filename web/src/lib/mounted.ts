import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component is there still: what takes long may end after its person has gone on. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
