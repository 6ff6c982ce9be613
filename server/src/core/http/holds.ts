import type { FastifyReply } from 'fastify';
import { limitKeysOf } from './limit-keys.ts';
import { onceOver } from './once-over.ts';

/** Something that is in memory until its sender or reader has done their part. */
export interface Hold {
  /** So many bytes more are held. */
  grow(bytes: number): void;
  /** Nothing of it is held any more; what still comes does not count. */
  end(): void;
}

/** Begins to count what is held for an address; `cut` gives it up. */
type HoldFor = (address: string, cut: () => void) => Hold;

interface Held {
  bytes: number;
  readonly cut: () => void;
}
interface Network {
  readonly key: string;
  bytes: number;
  readonly holds: Set<Held>;
}

/** Of several that have as much, the one that was there first. */
const largest = <T extends { readonly bytes: number }>(things: Iterable<T>): T | undefined =>
  [...things].reduce<T | undefined>(
    (most, each) => (most === undefined || each.bytes > most.bytes ? each : most),
    undefined,
  );

interface AllHeld {
  readonly networks: Map<string, Network>;
  readonly max: { readonly ofNetwork: number; readonly ofAll: number };
  bytes: number;
}

function release(all: AllHeld, network: Network, held: Held): void {
  if (!network.holds.delete(held)) return;
  network.bytes -= held.bytes;
  all.bytes -= held.bytes;
  if (network.holds.size === 0) all.networks.delete(network.key);
}

/** Once there is too much: the largest of the network that is over, or holds most. */
function cutOne(all: AllHeld, network: Network): void {
  const full =
    network.bytes > all.max.ofNetwork
      ? network
      : all.bytes > all.max.ofAll
        ? largest(all.networks.values())
        : undefined;
  const over = full && largest(full.holds);
  if (!over) return;
  release(all, full, over);
  over.cut();
}

/**
 * Bounds what is held in memory for those who begin much and end nothing. Once a network, or all
 * together, have more than may be held, the largest of the network that holds most is cut.
 */
function createHolds(max: AllHeld['max']): HoldFor {
  const all: AllHeld = { networks: new Map(), max, bytes: 0 };
  return (address, cut) => {
    const { own: key } = limitKeysOf({ address });
    const network: Network = all.networks.get(key) ?? { key, bytes: 0, holds: new Set() };
    all.networks.set(key, network);
    const held: Held = { bytes: 0, cut };
    network.holds.add(held);
    return {
      grow(bytes) {
        if (!network.holds.has(held)) return;
        held.bytes += bytes;
        network.bytes += bytes;
        all.bytes += bytes;
        cutOne(all, network);
      },
      end: () => release(all, network, held),
    };
  };
}

const MEGABYTE = 1024 ** 2;

/**
 * Bodies of calls and messages of sockets until they are whole and dealt with. Of one network there
 * may be twenty of the longest bodies, or 120 of the longest texts.
 */
export const receive = createHolds({ ofNetwork: 64 * MEGABYTE, ofAll: 256 * MEGABYTE });

/**
 * What an answer that is made while it is read holds: texts as rows, as JSON and on their way; and
 * what a file does. Others hold what they are.
 */
const ANSWER_BYTES = { made: 2.5 * MEGABYTE, file: 0.5 * MEGABYTE };
const responses = createHolds({ ofNetwork: 150 * MEGABYTE, ofAll: 400 * MEGABYTE });

/**
 * Files on their way: what was announced is on the disk before anything counts it as stored, and
 * each takes two descriptors and some memory besides.
 */
const UPLOAD_BYTES = MEGABYTE;
const uploads = createHolds({ ofNetwork: 1024 * MEGABYTE, ofAll: 4096 * MEGABYTE });

/** What is over before holds nothing for long, however many begin at once. */
const COUNTED_AFTER_MS = 2000;

/** Counts something from its third second on until it is over; returns what ends it. */
function holdLater(holdFor: HoldFor, address: string, bytes: number, cut: () => void): () => void {
  let hold: Hold | undefined;
  const begin = () => {
    hold = holdFor(address, cut);
    hold.grow(bytes);
  };
  const timer = setTimeout(begin, COUNTED_AFTER_MS).unref();
  return () => {
    clearTimeout(timer);
    hold?.end();
  };
}

/**
 * The connection: what was answered to requests behind an unread one waits for it, and would wait
 * on if only its response were destroyed.
 */
const cutConnection =
  ({ request }: FastifyReply) =>
  () =>
    void request.raw.socket.destroy();

/** Counts an answer that is not read at once until it is, or its connection is cut. */
export function holdAnswer(
  reply: FastifyReply,
  address: string,
  kind: keyof typeof ANSWER_BYTES,
): void {
  onceOver(reply.raw, holdLater(responses, address, ANSWER_BYTES[kind], cutConnection(reply)));
}

/** Counts an answer that is in memory as a whole, however soon it is read. */
export function holdWhole(reply: FastifyReply, address: string, bytes: number): void {
  const hold = responses(address, cutConnection(reply));
  onceOver(reply.raw, hold.end);
  hold.grow(bytes);
}

/** Counts an upload that does not come at once; returns what ends it. */
export const holdUpload = (address: string, announced: number, cut: () => void): (() => void) =>
  holdLater(uploads, address, UPLOAD_BYTES + announced, cut);
