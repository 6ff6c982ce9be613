import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { answered, FIRST_LONG_WAIT_MS, type Server, TRIES, unreachable, waitMs } from './api.ts';
import { Failure } from './failure.ts';
import { show } from './terminal.ts';

/** Whoever got so much may be cut off as often again. */
const ENOUGH_BYTES = 8 * 1024 ** 2;

/** The bytes of a file as they come; where the line is cut, the rest is asked for. */
export async function* bytesOf(
  server: Server,
  { url, name, size }: Pick<StoredFile, 'url' | 'name' | 'size'>,
): AsyncGenerator<Uint8Array> {
  const shown = show(server.machine, `Fetching ${name}`, size);
  let [came, enough, tag] = [0, ENOUGH_BYTES, ''];
  try {
    for (let cuts = 0; ; cuts++) {
      const { status, headers, body } = await answered(
        server,
        'GET',
        url.replace(/^\/api/, ''),
        async (response) => response,
        {
          isLong: true,
          // Its address opens it.
          isOpen: server.token === undefined,
          headers: {
            'accept-encoding': 'identity',
            ...(came > 0 && { range: `bytes=${came}-`, 'if-range': tag }),
          },
        },
      );
      const isRest = headers.get('content-range')?.startsWith(`bytes ${came}-`) === true;
      if (came > 0 && (!tag || tag !== headers.get('etag') || !(status === 200 || isRest)))
        throw new Failure(`The rest of ${name} cannot be had. Try again.`);
      tag = headers.get('etag') ?? '';
      // Something in between may know nothing of ranges.
      let known = status === 200 ? came : 0;
      try {
        for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
          const fresh = chunk.subarray(Math.min(known, chunk.length));
          known -= chunk.length - fresh.length;
          came += fresh.length;
          shown.at(came);
          yield fresh;
        }
        return;
      } catch (error) {
        if (came >= enough) [cuts, enough] = [0, came + ENOUGH_BYTES];
        if (cuts >= TRIES) throw unreachable(server, error);
        await server.machine.wait(waitMs(cuts, null, 0, FIRST_LONG_WAIT_MS));
      }
    }
  } finally {
    shown.end();
  }
}
