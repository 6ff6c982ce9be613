import { parse } from 'content-disposition';

/** A body that is no well-formed multipart/form-data. */
export class MalformedMultipart extends Error {}

export interface Part {
  readonly name: string;
  /** Undefined for a plain field. */
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
  /** To be read to its end before the next part is asked for. */
  readonly bytes: AsyncIterable<Buffer>;
}

const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_EPILOGUE_BYTES = 1024;
const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const EMPTY = Buffer.alloc(0);

/**
 * The boundary that a Content-Type header names; undefined when it names none that RFC 2046 allows.
 */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(
      contentType ?? '',
    );
  const boundary = match?.[1] ?? match?.[2];
  return boundary !== undefined && /^[\w'()+,\-./:=? ]*[\w'()+,\-./:=?]$/.test(boundary)
    ? boundary
    : undefined;
}

/**
 * Where the end of the bytes may be the beginning of a delimiter; their length when it cannot be,
 * and nothing need be kept and copied.
 */
function beginsAtEnd(bytes: Buffer, delimiter: Buffer): number {
  const first = delimiter[0] as number;
  let at = bytes.indexOf(first, Math.max(0, bytes.length - delimiter.length + 1));
  while (at >= 0 && delimiter.compare(bytes, at, bytes.length, 0, bytes.length - at) !== 0)
    at = bytes.indexOf(first, at + 1);
  return at < 0 ? bytes.length : at;
}

/** Looks ahead in a stream of chunks without keeping more of it than one chunk and a delimiter. */
class Lookahead {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = EMPTY;

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  /** False at the end of the source. */
  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
    return true;
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.#held.length < bytes)
      if (!(await this.#more())) throw new MalformedMultipart('The body ends too early');
    const taken = this.#held.subarray(0, bytes);
    this.#held = this.#held.subarray(bytes);
    return taken;
  }

  /** Everything before the delimiter, which is taken as well. */
  async takeUntil(delimiter: Buffer, maxBytes: number): Promise<Buffer> {
    const taken: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.chunksUntil(delimiter)) {
      length += chunk.length;
      if (length > maxBytes) throw new MalformedMultipart('A head is too long');
      taken.push(chunk);
    }
    return Buffer.concat(taken);
  }

  async *chunksUntil(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const found = this.#held.indexOf(delimiter);
      // What may be the beginning of the delimiter stays until more is known.
      const sure = found >= 0 ? found : beginsAtEnd(this.#held, delimiter);
      const chunk = this.#held.subarray(0, sure);
      this.#held = this.#held.subarray(found >= 0 ? found + delimiter.length : sure);
      if (chunk.length > 0) yield chunk;
      if (found >= 0) return;
      if (!(await this.#more())) throw new MalformedMultipart('The body ends too early');
    }
  }

  /** What follows the last part has no meaning, but neither is it endless. */
  expectAtMost(bytes: number): void {
    if (this.#held.length > bytes) throw new MalformedMultipart('Something follows the last part');
  }
}

function headersOf(head: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.toString('utf8').split('\r\n').filter(Boolean)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon < 1 || headers.has(name) || /[\r\n]/.test(line))
      throw new MalformedMultipart('A header is malformed');
    headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * The parts of a multipart/form-data body (RFC 7578), one after the other, streamed. Stricter than
 * browsers need and than common parsers are: a part without a name or a body cut anywhere is
 * MalformedMultipart, never skipped. The generator ends with the closing boundary; whether the
 * source ends there too is the caller's to see.
 */
export async function* readParts(
  source: AsyncIterator<Buffer>,
  boundary: string,
): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const ahead = new Lookahead(source);
  const first = await ahead.take(delimiter.length - CRLF.length);
  if (!first.equals(delimiter.subarray(CRLF.length)))
    throw new MalformedMultipart('The body does not begin with its boundary');
  for (;;) {
    const after = await ahead.take(2);
    if (after.equals(Buffer.from('--'))) return ahead.expectAtMost(MAX_EPILOGUE_BYTES);
    if (!after.equals(CRLF)) throw new MalformedMultipart('A boundary is malformed');
    const headers = headersOf(await ahead.takeUntil(HEADERS_END, MAX_HEADER_BYTES));
    const { type, parameters } = parse(headers.get('content-disposition') ?? '', {
      multipart: true,
    });
    if (type !== 'form-data' || parameters['name'] === undefined)
      throw new MalformedMultipart('A part has no name');
    yield {
      name: parameters['name'],
      fileName: parameters['filename'],
      mediaType: headers.get('content-type'),
      bytes: ahead.chunksUntil(delimiter),
    };
  }
}
