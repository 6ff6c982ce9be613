import { MAX_TEXT_BODY_BYTES } from '@clipline/contract/limits.ts';
import { Decoder, Encoder, type Packet } from 'socket.io-parser';
import { countTokens } from '../http/failures.ts';
import { createEventLimit } from './event-limit.ts';

export interface ParserOptions {
  readonly limitEvents: boolean;
  /** Hears of each event that came too soon after others; the name as it was sent. */
}

/** What a signed-out visitor says is short: ids, places and names. */
const MAX_ANONYMOUS_CHARACTERS = 64 * 1024;
/** The handshake of a socket carries a token. */
const MAX_CONNECT_CHARACTERS = 8 * 1024;
const connectBounds = { depth: 2, tokens: 32 };

/** An event weighs as much as the longest of these; never more than a socket may send at once. */
const TOKENS_OF_WEIGHT_1 = 32;
const CHARACTERS_OF_WEIGHT_1 = 32 * 1024;
const MAX_WEIGHT = 100;

const CONNECT = '0';
const DISCONNECT = '1';
const EVENT = '2';
const BINARY_EVENT = '5';

/** The head of an event: its namespace, the number that an acknowledgement names, and its name. */
const HEAD = /^[25](?:\d{1,3}-)?(\/[^,]{0,100},)?(\d{0,15})\["([\w:.-]{1,64})"/;

const weightOf = (characters: number, tokens: number) =>
  Math.min(
    MAX_WEIGHT,
    Math.max(1, tokens / TOKENS_OF_WEIGHT_1, characters / CHARACTERS_OF_WEIGHT_1),
  );

/**
 * What an acknowledgement carries, or an event to a socket of this node: its JSON already made, of a
 * long one in several turns.
 */
export class ReadyJson {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** Whether a handshake names someone; an empty token is none. */
const hasToken = (auth: unknown): boolean => {
  const { token } = (auth ?? {}) as { token?: unknown };
  return typeof token === 'string' && token !== '';
};

class ReadyEncoder extends Encoder {
  override encode(packet: Packet): unknown[] {
    const parts: unknown[] = Array.isArray(packet.data) ? packet.data : [];
    const ready = parts.at(-1);
    if (!(ready instanceof ReadyJson)) return super.encode(packet) as unknown[];
    const namespace = packet.nsp === '/' ? '' : `${packet.nsp},`;
    const before = parts.slice(0, -1).map((part) => `${JSON.stringify(part)},`);
    return [`${packet.type}${namespace}${packet.id ?? ''}[${before.join('')}${ready.json}]`];
  }
}

/**
 * Socket.IO's own parser behind a guard: what an event may be is known before it is parsed, and
 * whatever cannot be one is never parsed. It is answered nevertheless, as the same event with a
 * payload that no event takes; what does not even begin as one is not.
 */
export function guardedParser({ limitEvents }: ParserOptions) {
  class GuardedDecoder extends Decoder {
    readonly #limit = createEventLimit();
    #isConnected = false;
    #maxCharacters = MAX_ANONYMOUS_CHARACTERS;

    #connect(text: string): void {
      if (
        text.length > MAX_CONNECT_CHARACTERS ||
        countTokens(text, connectBounds) === undefined ||
        this.#isConnected
      )
        throw new Error('No handshake');
      this.#isConnected = true;
      // A token that is no good is refused, and the connection with it.
      this.once('decoded', ({ data }) => {
        if (hasToken(data)) this.#maxCharacters = MAX_TEXT_BODY_BYTES;
      });
      super.add(text);
    }

    /** False when the event comes too soon. */
    #counts(weight: number): boolean {
      const verdict = limitEvents ? this.#limit(performance.now(), weight) : 'serve';
      if (verdict === 'disconnect') throw new Error('Too many events');
      return verdict === 'serve';
    }

    #event(text: string): void {
      const head = HEAD.exec(text);
      // Socket.IO would look for what is not there letter by letter, however many there are.
      if (!head) return void this.#counts(weightOf(text.length, 0));
      const [, namespace = '', number = '', name = ''] = head;
      const tokens =
        text.length > this.#maxCharacters || text.startsWith(BINARY_EVENT)
          ? undefined
          : countTokens(text);
      if (!this.#counts(weightOf(text.length, tokens ?? 0))) return;
      super.add(tokens === undefined ? `${EVENT}${namespace}${number}["${name}",0]` : text);
    }

    override add(message: unknown): void {
      // No event has bytes; what one said of them was refused.
      if (typeof message !== 'string') return;
      if (message.startsWith(CONNECT)) this.#connect(message);
      else if (message.startsWith(EVENT) || message.startsWith(BINARY_EVENT)) this.#event(message);
      else if (message.startsWith(DISCONNECT) && message.length < MAX_CONNECT_CHARACTERS)
        super.add(message);
      else throw new Error('Nothing that a client sends');
    }
  }
  return { Encoder: ReadyEncoder, Decoder: GuardedDecoder };
}
