import { useEffect, useRef, type ReactNode } from 'react';
import { usePageTitle } from '../../../lib/page-title.ts';

/** Title of a view, and the first thing that is read of it. */
export function ViewHeading({ title, children }: { title: string; children: ReactNode }) {
  const heading = usePageTitle(title);
  return (
    <div className="mt-10 mb-8">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        {title}
      </h1>
      <p className="mt-1.5 text-base text-muted">{children}</p>
    </div>
  );
}

/**
 * With a real keyboard the first empty field is where one wants to be; on a phone it would open the
 * keyboard unasked.
 */
export function useFirstField() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches || document.activeElement?.matches('input')) return;
    [...(form.current?.querySelectorAll('input') ?? [])]
      .find((field) => field.value === '')
      ?.focus({ preventScroll: true });
  }, []);
  return form;
}
