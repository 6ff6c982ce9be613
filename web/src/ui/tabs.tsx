import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface TabsProps<T extends string> {
  label: string;
  value: T;
  onValueChange: (value: T) => void;
  tabs: readonly { readonly value: T; readonly label: string; readonly count?: number }[];
  /** The panel of the selected tab. */
  children: ReactNode;
}

/** Arrows move and select; Tab goes on into the panel. */
export function Tabs<T extends string>({
  label,
  value,
  onValueChange,
  tabs,
  children,
}: TabsProps<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    onValueChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => {
          const selected = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}tab-${tab.value}`}
              data-tab={tab.value}
              aria-selected={selected}
              aria-controls={selected ? `${id}panel` : undefined}
              tabIndex={selected ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              className={classNames(
                '-mb-px flex h-10 items-center gap-2 border-b-2 px-3 text-sm font-medium transition-colors duration-150 -outline-offset-2 touch:h-11',
                selected
                  ? 'border-accent text-ink'
                  : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="tabular text-xs text-muted">{tab.count}</span>
              )}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}tab-${value}`}
        tabIndex={0}
        className="pt-5 outline-offset-4"
      >
        {children}
      </div>
    </>
  );
}
