import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabsProps<T extends string> {
  label: string;
  value: T;
  onValueChange: (value: T) => void;
  tabs: readonly { readonly value: T; readonly label: string }[];
  /** In their line. */
  end?: ReactNode;
  children: ReactNode;
}

export function Tabs<T extends string>({
  label,
  value,
  onValueChange,
  tabs,
  end,
  children,
}: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next: T) => onValueChange(next)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
        <Base.List activateOnFocus aria-label={label} className="-mb-px flex gap-1 overflow-x-auto">
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className="flex h-10 items-center border-b-2 border-transparent px-3 text-sm font-medium text-muted transition-colors duration-150 -outline-offset-2 hover:text-ink data-active:border-accent data-active:text-ink touch:h-11"
            >
              {tab.label}
            </Base.Tab>
          ))}
        </Base.List>
        {end && <div className="min-w-0 flex-1 max-md:has-[[role=search]]:basis-full">{end}</div>}
      </div>
      <Base.Panel value={value} className="pt-4 outline-offset-4">
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
