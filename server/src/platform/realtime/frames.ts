import type { AppSocket } from './sockets.ts';

/** One event as it goes over a websocket, made once for all who hear of it. */
export interface Frame {
  readonly event: string;
  readonly payload: unknown;
  readonly bytes: Buffer;
}

/** Engine.IO's message (4) with Socket.IO's event (2) of the main namespace. */
const EVENT = '42';
const FINAL_TEXT = 0x81;
const TWO_BYTES_FOLLOW = 126;
const EIGHT_BYTES_FOLLOW = 127;

/** The head of a whole, unmasked message of text (RFC 6455, 5.2). */
function headOf(length: number): Buffer {
  if (length < TWO_BYTES_FOLLOW) return Buffer.from([FINAL_TEXT, length]);
  if (length < 2 ** 16) {
    const head = Buffer.from([FINAL_TEXT, TWO_BYTES_FOLLOW, 0, 0]);
    head.writeUInt16BE(length, 2);
    return head;
  }
  const head = Buffer.alloc(10);
  head.set([FINAL_TEXT, EIGHT_BYTES_FOLLOW]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

export function frameOf(event: string, payload: unknown): Frame {
  const text = Buffer.from(`${EVENT}${JSON.stringify([event, payload])}`);
  return { event, payload, bytes: Buffer.concat([headOf(text.length), text]) };
}

/**
 * What lies below a socket of Socket.IO; the same that Engine.IO itself uses for frames made
 * beforehand.
 */
interface Line {
  readonly readyState: string;
  readonly writeBuffer: readonly unknown[];
  readonly transport: {
    readonly writable: boolean;
    readonly socket?: {
      readonly readyState: number;
      readonly _sender?: { sendFrame(buffers: readonly Buffer[]): void };
    };
  };
}
const OPEN = 1;

/**
 * Sends straight to the websocket when nothing waits before it: the layers between cost as much as
 * the sending. Otherwise the event takes its turn.
 */
export function sendFrame(socket: AppSocket, { event, payload, bytes }: Frame): void {
  const { readyState, transport, writeBuffer } = socket.conn as unknown as Line;
  const isFree =
    readyState === 'open' &&
    transport.writable &&
    writeBuffer.length === 0 &&
    transport.socket?.readyState === OPEN;
  const { _sender: sender } = (isFree && transport.socket) || {};
  if (sender) sender.sendFrame([bytes]);
  else socket.emit(event, payload);
}
