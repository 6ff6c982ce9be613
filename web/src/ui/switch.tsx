import { useId } from 'react';

export interface SwitchProps {
  label: string;
  hint: string;
  checked: boolean;
  /** The hint says why. */
  disabled?: boolean;
  onCheckedChange: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, disabled = false, onCheckedChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label id={`${id}label`} htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        <p id={`${id}hint`} className="text-sm text-muted">
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}label`}
        aria-describedby={`${id}hint`}
        onClick={() => onCheckedChange(!checked)}
        className="group relative flex h-6 w-10 shrink-0 cursor-pointer items-center rounded-full bg-line-strong transition-colors duration-150 ease-calm before:absolute before:-inset-y-2 before:inset-x-0 disabled:cursor-not-allowed disabled:opacity-50 aria-checked:bg-accent"
      >
        <span
          aria-hidden
          className="ms-0.5 size-5 rounded-full bg-surface transition-[translate] duration-150 ease-calm group-aria-checked:translate-x-4"
        />
      </button>
    </div>
  );
}
