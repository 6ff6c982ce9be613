import { limitKeysOf } from './limit-keys.ts';

/** What is held of one network: ten of the longest bodies, or sixty of the longest texts. */
const MAX_BYTES_OF_NETWORK = 32 * 1024 ** 2;
const MAX_BYTES_OF_ALL = 256 * 1024 ** 2;

/**
 * What is held in memory until it is whole, and until it is dealt with: the body of a call, or a
 * message of a socket. Who begins many and ends none could otherwise fill the memory.
 */
export interface Receiving {
  /** So many bytes more have come. */
  grow(bytes: number): void;
  /** Nothing of it is held any more; what still comes does not count. */
  end(): void;
}

interface Held {
  bytes: number;
  readonly cut: () => void;
}
interface Network {
  readonly key: string;
  bytes: number;
  readonly holds: Set<Held>;
}

const networks = new Map<string, Network>();
let all = 0;

const largest = <T extends { readonly bytes: number }>(things: Iterable<T>): T | undefined =>
  [...things].reduce<T | undefined>(
    (most, each) => (most === undefined || each.bytes > most.bytes ? each : most),
    undefined,
  );

function release(network: Network, held: Held): void {
  if (!network.holds.delete(held)) return;
  network.bytes -= held.bytes;
  all -= held.bytes;
  if (network.holds.size === 0) networks.delete(network.key);
}

/**
 * Begins to count what comes from an address. Once its network, or all together, have more than
 * may be held, the largest of the network that holds most is cut.
 */
export function receive(address: string, cut: () => void): Receiving {
  const { own: key } = limitKeysOf({ address });
  const network: Network = networks.get(key) ?? { key, bytes: 0, holds: new Set() };
  networks.set(key, network);
  const held: Held = { bytes: 0, cut };
  network.holds.add(held);
  return {
    grow(bytes) {
      if (!network.holds.has(held)) return;
      held.bytes += bytes;
      network.bytes += bytes;
      all += bytes;
      const full =
        network.bytes > MAX_BYTES_OF_NETWORK
          ? network
          : all > MAX_BYTES_OF_ALL
            ? largest(networks.values())
            : undefined;
      const over = full && largest(full.holds);
      if (!over) return;
      release(full, over);
      over.cut();
    },
    end: () => release(network, held),
  };
}
