import { useEffect, useEffectEvent, useState } from 'react';

/** Whether what a link carries still works, asked when its page opens; undefined until then. */
export function useLinkCheck<T>(
  token: string | null,
  ask: (token: string) => Promise<T>,
): { readonly reply?: T; readonly error?: unknown } | undefined {
  const [answer, setAnswer] = useState<{ readonly reply?: T; readonly error?: unknown }>();
  const check = useEffectEvent(ask);
  useEffect(() => {
    if (token === null) return undefined;
    let left = false;
    check(token).then(
      (reply) => left || setAnswer({ reply }),
      (error: unknown) => left || setAnswer({ error }),
    );
    return () => {
      left = true;
    };
  }, [token]);
  return token === null ? {} : answer;
}
