import { useId, type ReactNode } from 'react';

export interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** On or off, at once: a native checkbox that looks like what it is. */
export function Switch({ label, hint, checked, onCheckedChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        {hint && (
          <p id={`${id}hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <span className="relative inline-flex h-9 w-10 shrink-0 items-center touch:h-11">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-describedby={hint ? `${id}hint` : undefined}
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-full"
        />
        <span
          aria-hidden
          className="pointer-events-none h-6 w-10 rounded-full bg-line-strong transition-colors duration-150 ease-calm peer-checked:bg-accent"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute start-0.5 size-5 rounded-full bg-surface transition-[translate] duration-150 ease-calm peer-checked:translate-x-4 rtl:peer-checked:-translate-x-4"
        />
      </span>
    </div>
  );
}
