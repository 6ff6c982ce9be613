import { Agent, request } from 'node:http';
import type { Program } from './programs.ts';

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** One exchange over a connection that is kept; returns the body. Throws unless the status is 2xx. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body = '' }: Sent = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const sent = { method, headers: { ...headers, ...(body.length > 0 && length) }, agent };
    const outgoing = request(url, sent, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const answer = Buffer.concat(chunks);
        const status = incoming.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve(answer);
        else reject(new Error(`${method} ${url}: ${status} ${answer.toString().slice(0, 200)}`));
      });
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      // A server may close a connection that was kept in the moment it is used again.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET')
        resolve(send(url, { method, headers, body }));
      else reject(error);
    });
    outgoing.end(body);
  });
}

/** One call of the API: `call(product, ada, 'POST /clipboard', { content })`; returns the JSON. */
export async function call<T = { id: string }>(
  { url }: Pick<Program, 'url'>,
  { headers }: { readonly headers: Record<string, string> },
  what: string,
  body?: unknown,
): Promise<T> {
  const [method = '', path = ''] = what.split(' ', 2);
  const answer = await send(`${url}/api${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && JSON_TYPE) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return JSON.parse(answer.toString() || '{}') as T;
}
export const JSON_TYPE = { 'content-type': 'application/json' };

/** Does a thing many times, some at once. */
export async function repeat(
  times: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** In ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Of the server, in µs. */
export async function cost(
  program: Pick<Program, 'cpu'>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await program.cpu();
  await work();
  return (await program.cpu()) - before;
}
