import {
  type ComponentType,
  createElement,
  type ReactNode,
  use,
  useEffect,
  useReducer,
  useState,
} from 'react';
import { reloadOnce } from '../lib/unsaved.ts';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { BrokenPage } from './error-boundary.tsx';

export type Code<T> = ReturnType<typeof codeOf<T>>;

export function codeOf<T>(fetchCode: () => Promise<T>) {
  let coming: Promise<T> | undefined;
  let settling: Promise<void> | undefined;
  const code = {
    loaded: undefined as T | undefined,
    failed: false,
    load: (): Promise<T> =>
      (coming ??= fetchCode().then(
        (loaded) => (code.loaded = loaded),
        (error: unknown) => {
          coming = undefined;
          throw error;
        },
      )),
    settle: (): Promise<void> =>
      (settling ??= code.load().then(
        () => undefined,
        () => {
          code.failed = true;
          // After an update the code of this page may be gone.
          void reloadOnce();
        },
      )),
    preload: () => void code.load().catch(() => undefined),
    /** Asks anew after a failure. */
    reset() {
      code.failed = false;
      settling = undefined;
    },
  };
  return code;
}

function useRetry({ reset }: Code<unknown>, again: () => void): () => void {
  const retry = () => {
    reset();
    again();
  };
  useEffect(() => {
    // What could not be fetched offline may be there now.
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  });
  useEffect(() => reset, [reset]);
  return retry;
}

type Props<P> = P & object;

type PropsOf<T> = T extends (props: infer P) => ReactNode ? Props<P> : never;

export function lazyPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  fallback?: ReactNode | ((props: PropsOf<M[K]>) => ReactNode),
) {
  type P = PropsOf<M[K]>;
  const code = codeOf(async () => (await load())[name] as ComponentType<P>);
  function LazyPart(props: P) {
    const [, again] = useReducer((count: number) => count + 1, 0);
    const { loaded, failed } = code;
    useEffect(() => {
      // What is drawn counts: it may have come since.
      if (loaded || failed) return undefined;
      let mounted = true;
      void code.settle().then(() => mounted && again());
      return () => {
        mounted = false;
      };
    });
    if (loaded) return createElement(loaded, props);
    if (failed) return <MissingPart code={code} again={again} />;
    return typeof fallback === 'function' ? fallback(props) : fallback;
  }
  return Object.assign(LazyPart, { preload: code.preload });
}

interface MissingProps {
  code: Code<unknown>;
  again: () => void;
}

function MissingPart({ code, again }: MissingProps) {
  const retry = useRetry(code, again);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-muted">
      <p>{m.ui_part_missing()}</p>
      <Button size="sm" onClick={retry}>
        {m.ui_try_again()}
      </Button>
    </div>
  );
}

export interface LazyPage {
  (): ReactNode;
  /** Rendering after it is synchronous, as taking over a prerendered page needs it. */
  readonly load: () => Promise<unknown>;
  readonly preload: () => void;
}

/** While its code comes, the page before it stays. */
export function lazyPage(
  load: () => Promise<{ default: ComponentType }>,
  { within = true } = {},
): LazyPage {
  const code = codeOf(async () => (await load()).default);
  function Page() {
    // Chosen once: changing from what waits to what is there would mount the page a second time.
    const [isThere] = useState(() => code.loaded !== undefined);
    return isThere ? createElement(code.loaded!) : <Coming />;
  }
  function Coming() {
    const [, again] = useReducer((count: number) => count + 1, 0);
    use(code.settle());
    if (code.loaded) return createElement(code.loaded);
    return <MissingPage code={code} again={again} within={within} />;
  }
  return Object.assign(Page, { load: code.load, preload: code.preload });
}

function MissingPage({ code, again, within }: MissingProps & { within: boolean }) {
  useRetry(code, again);
  return (
    <BrokenPage
      within={within}
      title={m.ui_part_missing()}
      text={m.ui_part_missing_text()}
      verb={m.app_reload()}
    />
  );
}
