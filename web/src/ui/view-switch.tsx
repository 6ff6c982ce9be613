import { LayoutGrid, Rows3 } from 'lucide-react';
import { chooseListView, useListView } from '../lib/list-view.ts';
import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';

const VIEWS = [
  { view: 'rows', icon: Rows3, label: m.ui_view_rows() },
  { view: 'cards', icon: LayoutGrid, label: m.ui_view_cards() },
] as const;

/** For every list at once. */
export function ViewSwitch() {
  const shown = useListView();
  return (
    <div
      role="group"
      aria-label={m.ui_view()}
      className="flex shrink-0 rounded-control bg-tool p-0.5"
    >
      {VIEWS.map(({ view, icon: Icon, label }) => (
        <button
          key={view}
          type="button"
          aria-label={label}
          aria-pressed={view === shown}
          data-tooltip={label}
          onClick={() => chooseListView(view)}
          className={classNames(
            'flex h-8 w-8.5 items-center justify-center rounded-chip border transition-colors duration-150 touch:h-10 touch:w-11',
            view === shown
              ? 'border-line bg-surface text-ink shadow-card'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </div>
  );
}

/** Among the filters, where there is no space beside them. */
export const ViewField = () => (
  <span className="flex items-center justify-between text-sm font-medium text-ink">
    {m.ui_view()}
    <ViewSwitch />
  </span>
);
