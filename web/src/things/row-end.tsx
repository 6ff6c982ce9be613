import type { ReactNode } from 'react';
import type { Action } from '../ui/actions-menu.tsx';
import { OpenLink } from './card-foot.tsx';
import { MoreTools, type Tool, Tools } from './tools.tsx';

/** What a thing is for. */
export interface MainAction extends Action {
  readonly copies: boolean;
}

export interface RowEndProps {
  action: MainAction | null;
  address?: string | null;
  tools?: readonly Tool[];
  /** Of the menu in which a finger finds the tools. */
  menu?: string;
}

/** What can be pressed, at the end of a row; the tools are seen under the pointer and with focus. */
export function RowEnd({ action, address, tools, menu = '' }: RowEndProps) {
  return (
    <span className="absolute inset-y-0.5 end-0.5 flex items-center rounded-control bg-inherit px-0.5 max-md:end-0 max-md:px-0">
      <span className="flex opacity-0 transition-opacity duration-150 awake:opacity-100 touch:hidden">
        {tools && <Tools tools={tools} />}
        {address && <OpenLink address={address} />}
      </span>
      {tools && <MoreTools tools={tools} label={menu} />}
      {action && <RowAction {...action} />}
    </span>
  );
}

/** An icon at rest; under the pointer and with focus it says its word, and its key. */
function RowAction({ icon: Icon, label, copies, run }: MainAction) {
  return (
    <button
      type="button"
      aria-label={label}
      data-copy={copies ? '' : undefined}
      onClick={run}
      className="flex h-7 min-w-7 items-center justify-center gap-1.5 rounded-control border border-transparent text-sm font-medium text-muted touch:size-11 awake:border-line awake:bg-surface awake:ps-2 awake:pe-1 awake:text-ink"
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <RowWord>{label}</RowWord>
      {copies && (
        <RowWord>
          <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-chip border border-line px-1 font-mono text-xs text-muted">
            C
          </kbd>
        </RowWord>
      )}
    </button>
  );
}

const RowWord = ({ children }: { children: ReactNode }) => (
  <span aria-hidden className="hidden awake:inline">
    {children}
  </span>
);
