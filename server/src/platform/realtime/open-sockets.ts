import { limitKeysOf } from '../http/limit-keys.ts';

/** Counts the sockets that each network has open. */
export interface OpenSockets {
  /** Whether the network of an address may open one more. */
  mayOpen(address: string): boolean;
  /** One more is open; returns what notes that it is closed. */
  open(address: string): () => void;
}

const networkOf = (address: string) => limitKeysOf({ address }).own;

export function countSockets(maxOfNetwork: number): OpenSockets {
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
