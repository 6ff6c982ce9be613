import { useUser } from '../../lib/session.ts';
import { OwnDesktop } from './own-desktop.tsx';

/** Signing in or out is another desktop. */
export default function DesktopPage() {
  return <OwnDesktop key={useUser()?.id ?? 'visitor'} />;
}
