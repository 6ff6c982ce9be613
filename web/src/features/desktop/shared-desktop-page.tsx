import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useUser } from '../../lib/session.ts';
import { SharedDesktop } from './shared-desktop.tsx';

export default function SharedDesktopPage() {
  const { token = '' } = useParams();
  const source = useMemo(() => ({ token }), [token]);
  // Whoever signs in or out reads it anew.
  return <SharedDesktop key={`${token} ${useUser()?.id}`} source={source} />;
}
