import type { Server, Socket } from 'node:net';
import { isProxy, type TrustedProxies } from './client-address.ts';
import { limitKeysOf } from './limit-keys.ts';

/** Counts what each network has open. */
export interface OpenConnections {
  /** Whether the network of an address may open one more. */
  mayOpen(address: string): boolean;
  /** One more is open; returns what notes that it is closed. */
  open(address: string): () => void;
}

const networkOf = (address: string) => limitKeysOf({ address }).own;

export function countConnections(maxOfNetwork: number): OpenConnections {
  const counts = new Map<string, number>();
  return {
    mayOpen: (address) => (counts.get(networkOf(address)) ?? 0) < maxOfNetwork,
    open(address) {
      const network = networkOf(address);
      counts.set(network, (counts.get(network) ?? 0) + 1);
      return () => {
        const left = (counts.get(network) ?? 0) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
    },
  };
}

/**
 * Bounds the connections of one network, whatever it sends over them. A proxy has those of all who
 * come by it.
 */
export function limitConnections(
  server: Server,
  maxOfNetwork: number,
  proxies: TrustedProxies,
): void {
  const connections = countConnections(maxOfNetwork);
  server.on('connection', (connection: Socket) => {
    const { remoteAddress: address = 'unknown' } = connection;
    if (isProxy(address, proxies)) return;
    if (connections.mayOpen(address)) connection.once('close', connections.open(address));
    else connection.destroy();
  });
}
