import { Button } from '../../../ui/button.tsx';
import { useHydrated } from '../../../lib/hydrated.ts';

/**
 * Off until the page is hydrated: the browser's own submission would leave the page and send the
 * password along.
 */
export function SubmitButton({
  pending,
  label,
  pendingLabel,
}: {
  pending: boolean;
  label: string;
  pendingLabel: string;
}) {
  const hydrated = useHydrated();
  return (
    <Button
      type="submit"
      variant="primary"
      pending={pending}
      disabled={!hydrated}
      className={hydrated ? 'mt-1 w-full' : 'mt-1 w-full disabled:opacity-100'}
    >
      {pending ? pendingLabel : label}
    </Button>
  );
}
