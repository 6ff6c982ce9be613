import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useUser } from '../../lib/session.ts';
import { SharedDesktop } from './shared-desktop.tsx';

export default function SharedDesktopPage() {
  const { token = '' } = useParams();
  const source = useMemo(() => ({ token }), [token]);
  // Read anew after each log-in and log-out.
  return <SharedDesktop key={`${token} ${useUser()?.id}`} source={source} />;
}
