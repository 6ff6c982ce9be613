import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createQueryClient, forgetOnUserChange } from '../lib/query-client.ts';
import { SocketProvider } from '../live/socket.ts';

/** What pages with lists and live updates stand in. */
export function DataProviders({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  useEffect(() => forgetOnUserChange(client), [client]);
  return (
    <QueryClientProvider client={client}>
      <SocketProvider>{children}</SocketProvider>
    </QueryClientProvider>
  );
}
