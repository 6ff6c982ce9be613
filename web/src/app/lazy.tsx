import { lazy, useState, type ComponentType, type ReactNode } from 'react';

export interface PageProps {
  children?: ReactNode;
}

export interface LazyPage {
  (props: PageProps): ReactNode;
  /**
   * Loads the code; rendering after that is synchronous, as taking over a prerendered page needs it
   * to be.
   */
  readonly preload: () => Promise<void>;
}

/** What makes each page that could not be loaded loadable again. */
const failed = new Set<() => void>();

/** React remembers for ever that a page could not be loaded: the next attempt starts anew. */
export function retryFailedPages(): void {
  for (const reset of failed) reset();
  failed.clear();
}

export function lazyPage(load: () => Promise<{ default: ComponentType<PageProps> }>): LazyPage {
  let loaded: ComponentType<PageProps> | undefined;
  const preload = async () => {
    loaded ??= (await load()).default;
  };
  const fresh = () =>
    lazy(async () => {
      try {
        await preload();
      } catch (error) {
        failed.add(() => (current = fresh()));
        throw error;
      }
      return { default: loaded! };
    });
  let current = fresh();
  function Page(props: PageProps) {
    // Chosen once: changing from the lazy component to the loaded one would mount the page a second
    // time.
    const [Component] = useState<ComponentType<PageProps>>(() => loaded ?? current);
    return <Component {...props} />;
  }
  return Object.assign(Page, { preload });
}
