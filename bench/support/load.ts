import { Agent, request } from 'node:http';

export interface Request {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * One exchange over a connection that is kept; returns the body. Throws unless the status is 2xx.
 */
export function send(
  url: string,
  { method = 'GET', headers = {}, body }: Request = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      url,
      { method, headers: { ...headers, ...length }, agent },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => {
          const answer = Buffer.concat(chunks);
          const status = incoming.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve(answer);
          else reject(new Error(`${method} ${url}: ${status} ${answer.toString().slice(0, 200)}`));
        });
      },
    );
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      // A server may close a connection that was kept in the moment it is used again.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET')
        resolve(send(url, { method, headers, ...(body === undefined ? {} : { body }) }));
      else reject(error);
    });
    outgoing.end(body);
  });
}

/** Runs a job many times, some at once. */
export async function repeat(
  times: number,
  concurrency: number,
  job: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < times) await job(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

export async function timed(job: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await job();
  return performance.now() - start;
}
