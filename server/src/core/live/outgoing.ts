import type { Socket } from 'socket.io';

type Connection = Socket['conn'];

/**
 * What waits for one socket in memory; beyond, it reads slower than it is told. Its line is cut: it
 * comes back and reads the state, where endless news would bring the server down.
 */
const MAX_WAITING_BYTES = 16 * 1024 ** 2;
/** What waits for all sockets of this node together; beyond, the one with most is cut. */
const MAX_WAITING_BYTES_OF_ALL = 256 * 1024 ** 2;
/** Sockets for which less waits are not looked at. */
const HEAVY_BYTES = 1024 ** 2;

/** What leaves for one socket. */
export interface Outgoing {
  /** Bytes that wait for the other end to read. */
  waiting(): number;
  /** Cuts the line when more waits than may. */
  check(): void;
  /** Whether the other end has read what was written, or is gone. */
  isTaken(): boolean;
  /** Resolves once it has. */
  taken(): Promise<void>;
}

const outgoings = new WeakMap<Connection, Outgoing>();
const heavy = new Map<Outgoing, () => void>();

export function outgoingOf(connection: Connection): Outgoing {
  const known = outgoings.get(connection);
  if (!known) throw new Error('This connection is not watched');
  return known;
}

/** Cuts the sockets for which most waits, until little enough waits for all. */
function checkAll(): void {
  const waiting = [...heavy.keys()]
    .map((outgoing) => ({ outgoing, bytes: outgoing.waiting() }))
    .toSorted((one, other) => other.bytes - one.bytes);
  let sum = waiting.reduce((all, { bytes }) => all + bytes, 0);
  for (const { outgoing, bytes } of waiting) {
    if (bytes < HEAVY_BYTES) heavy.delete(outgoing);
    else if (sum > MAX_WAITING_BYTES_OF_ALL) {
      heavy.get(outgoing)?.();
      heavy.delete(outgoing);
      sum -= bytes;
    }
  }
}

/**
 * Looks at everything that is written to a connection: news and acknowledgements alike.
 */
export function watchOutgoing(
  connection: Connection,
  onWritten: (packet: string | Buffer) => void,
): void {
  const line = connection.request.socket;
  /** Not yet handed to the line. */
  let queued = 0;
  // An orderly end would wait until everything was read.
  const cut = () => void line.destroy();
  let moving: Promise<void> | undefined;
  /** Until something went on: to the line, from there, or no further. */
  const moved = () =>
    (moving ??= new Promise((resolve) => {
      const end = () => {
        line.off('drain', end);
        line.off('close', end);
        connection.off('flush', end);
        moving = undefined;
        resolve();
      };
      line.on('drain', end);
      line.on('close', end);
      connection.on('flush', end);
    }));
  const outgoing: Outgoing = {
    waiting: () => (line.destroyed ? 0 : queued + line.writableLength),
    check() {
      if (queued + line.writableLength < HEAVY_BYTES) return;
      if (outgoing.waiting() > MAX_WAITING_BYTES) return cut();
      heavy.set(outgoing, cut);
      checkAll();
    },
    isTaken: () => line.destroyed || (queued === 0 && !line.writableNeedDrain),
    async taken() {
      while (!outgoing.isTaken()) await moved();
    },
  };
  outgoings.set(connection, outgoing);
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    if (data === undefined) return;
    // What waited before decides: an answer may be longer than what may wait.
    outgoing.check();
    queued += data.length;
    if (queued > HEAVY_BYTES) {
      heavy.set(outgoing, cut);
      checkAll();
    }
    onWritten(data);
  });
  connection.on('flush', () => {
    queued = 0;
  });
  connection.once('close', () => void heavy.delete(outgoing));
}
