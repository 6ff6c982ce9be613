import { lazy, Suspense, useState, type ReactNode } from 'react';

export interface SideSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

const Surface = lazy(() => import('./side-sheet-surface.tsx'));

/** Details beside the page, from the end edge; from the bottom on a phone. */
export function SideSheet(props: SideSheetProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <Surface {...props} />
    </Suspense>
  );
}
