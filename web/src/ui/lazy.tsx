import {
  createElement,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { catchTyping } from '../lib/early-typing.ts';
import { reloadOnce } from '../lib/reload-once.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

type PropsOf<M, K extends keyof M> = M[K] extends (props: infer P) => ReactNode
  ? P & object
  : never;

interface Source<P> {
  loaded: ComponentType<P> | undefined;
  readonly load: () => Promise<void>;
}

function sourceOf<M, K extends keyof M>(load: () => Promise<M>, name: K): Source<PropsOf<M, K>> {
  const source: Source<PropsOf<M, K>> = {
    loaded: undefined,
    async load() {
      source.loaded ??= (await load())[name] as ComponentType<PropsOf<M, K>>;
    },
  };
  return source;
}

/** Fetches it while it is wanted. What cannot be fetched leaves the page as it is. */
function useLoaded<P>({ loaded, load }: Source<P>, wanted: boolean) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  useEffect(() => {
    if (!wanted || loaded || state === 'failed') return undefined;
    let mounted = true;
    load().then(
      () => mounted && setState('loaded'),
      () => {
        if (mounted) setState('failed');
        // After an update the code of this page may be gone.
        void reloadOnce();
      },
    );
    return () => {
      mounted = false;
    };
  }, [wanted, loaded, load, state]);
  return { failed: state === 'failed', retry: () => setState('loading') };
}

/** A component of a module that is fetched with its first use; `preload` fetches it ahead. */
export function lazyPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  fallback?: ReactNode,
) {
  const source = sourceOf(load, name);
  function LazyPart(props: PropsOf<M, K>) {
    const { failed, retry } = useLoaded(source, true);
    if (source.loaded) return createElement(source.loaded, props);
    return failed ? <MissingPart onRetry={retry} /> : fallback;
  }
  return Object.assign(LazyPart, { preload: () => void source.load().catch(() => undefined) });
}

function MissingPart({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  });
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted">
      <p>{m.ui_part_missing()}</p>
      <Button size="sm" onClick={onRetry}>
        {m.ui_try_again()}
      </Button>
    </div>
  );
}

interface Overlay {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/**
 * What opens over the page: fetched when the page is idle, mounted with its first opening, and
 * kept, so that its closing can be seen. From the press on it takes what is typed.
 */
export function lazyDialog<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  const source = sourceOf(load, name);
  whenIdle(() => void source.load().catch(() => undefined));
  return function LazyDialog(props: PropsOf<M, K> & Overlay) {
    const { open, onOpenChange } = props;
    const [used, setUsed] = useState(open);
    if (open && !used) setUsed(true);
    const { failed, retry } = useLoaded(source, open);
    const close = useEffectEvent(() => onOpenChange(false));
    useLayoutEffect(() => (open ? catchTyping(() => close()) : undefined), [open]);
    const fail = useEffectEvent(() => {
      retry();
      onOpenChange(false);
      toast.error(m.ui_part_missing(), m.ui_part_missing_text());
    });
    useEffect(() => {
      if (failed) fail();
    }, [failed]);
    return used && source.loaded ? createElement(source.loaded, props) : null;
  };
}
