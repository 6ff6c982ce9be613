import { lazy, Suspense, useState, type ReactNode, type RefObject } from 'react';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the end; on a phone they stand under each other. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** What takes focus first; otherwise the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
}

const load = () => import('./dialog-surface.tsx');
const Surface = lazy(load);

/** Fetches the overlay's code ahead, so that the first opening is instant. */
export const preloadDialog = (): void => void load().catch(() => undefined);

/**
 * A dialog in the middle, a sheet from the bottom on a phone. Focus returns to what opened it; its
 * code loads with the first opening.
 */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <Surface {...props} />
    </Suspense>
  );
}
