import { useUser } from '../lib/session.ts';
import { m } from '../paraglide/messages.js';
import { Avatar } from '../ui/avatar.tsx';
import { open } from './overlays.ts';

/** On a phone, where the bottom bar is full: the way to what the sidebar's foot holds otherwise. */
export function AccountButton() {
  const user = useUser();
  if (!user) return null;
  return (
    <button
      type="button"
      aria-label={m.app_account_open()}
      aria-haspopup="dialog"
      onClick={() => open('account', { user })}
      className="-me-1 flex size-11 shrink-0 items-center justify-center rounded-full md:hidden"
    >
      <span aria-hidden className="flex">
        <Avatar name={user.name || user.email} />
      </span>
    </button>
  );
}
