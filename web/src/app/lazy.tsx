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

export function lazyPage(load: () => Promise<{ default: ComponentType<PageProps> }>): LazyPage {
  let loaded: ComponentType<PageProps> | undefined;
  const preload = async () => {
    loaded ??= (await load()).default;
  };
  const Lazy = lazy(async () => {
    await preload();
    return { default: loaded! };
  });
  function Page(props: PageProps) {
    // Chosen once: changing from the lazy component to the loaded one would mount the page a second
    // time.
    const [Component] = useState<ComponentType<PageProps>>(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(Page, { preload });
}
