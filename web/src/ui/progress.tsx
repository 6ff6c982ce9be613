/** A native bar; `value` is a share from 0 to 1, undefined while the amount is unknown. */
export function Progress({ label, value }: { label: string; value?: number }) {
  return (
    <progress
      aria-label={label}
      max={1}
      {...(value !== undefined && { value })}
      className="progress h-1.5 w-full"
    />
  );
}
