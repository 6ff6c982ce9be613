import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

export interface ClipColumnsProps {
  text: ReactNode;
  actions: ReactNode;
  files: ReactNode;
  /** Under each other on every screen: files without a text deserve the width. */
  stacked?: boolean;
}

export function ClipColumns({ text, actions, files, stacked = false }: ClipColumnsProps) {
  return (
    <div
      className={classNames(
        'flex flex-1 flex-col gap-5',
        files && !stacked
          ? 'lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(16rem,3fr)] xl:grid-cols-[minmax(0,1fr)_23rem] lg:items-start lg:gap-6'
          : 'max-w-240',
      )}
    >
      <div className="flex flex-col gap-4 max-lg:contents">
        {text}
        {actions}
      </div>
      {files && <div className="flex flex-col gap-6">{files}</div>}
    </div>
  );
}
