import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

type PropsOf<M, K extends keyof M> = M[K] extends (props: infer P) => ReactNode
  ? P & object
  : never;

/** A component of a module that is fetched with its first use; `preload` fetches it ahead. */
export function lazyPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  fallback?: ReactNode,
) {
  const fresh = () =>
    lazy(async () => {
      try {
        return { default: (await load())[name] as ComponentType<PropsOf<M, K>> };
      } catch (error) {
        // React remembers a failure for ever; the next attempt gets another one.
        current = fresh();
        throw error;
      }
    });
  let current = fresh();
  function LazyPart(props: PropsOf<M, K>) {
    const [Part] = useState(() => current);
    return <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>;
  }
  return Object.assign(LazyPart, { preload: () => void load().catch(() => undefined) });
}

/**
 * The same for what opens over the page: mounted with its first opening, and kept, so that its
 * closing can be seen.
 */
export function lazyDialog<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  const Part = lazyPart(load, name);
  function LazyDialog(props: PropsOf<M, K> & { open: boolean }) {
    const [used, setUsed] = useState(props.open);
    if (props.open && !used) setUsed(true);
    return used ? createElement(Part, props) : null;
  }
  return Object.assign(LazyDialog, { preload: Part.preload });
}
