import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestApp } from './build-test-app.ts';

export interface LateCall {
  readonly method: string;
  /** Below /api. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  readonly body: string;
  /** How much of the body follows the headers at once; nothing unless said otherwise. */
  readonly early?: number;
  /** Whether the rest comes at all. */
  readonly withRest?: boolean;
}

/** Makes a call whose body comes only after `meanwhile`, which runs once its headers were read. */
export async function sendLate(
  app: Pick<TestApp, 'url'>,
  { method, path, headers, type, body, early = 0, withRest = true }: LateCall,
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    socket.emit('more');
  });
  socket.on('error', () => {});
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text) && !socket.closed)
      await Promise.race([once(socket, 'more'), once(socket, 'close')]);
  };
  const head = Object.entries({
    ...headers,
    host: `${hostname}:${port}`,
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
    expect: '100-continue',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} /api${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  await until(/^HTTP\/1\.1 100/);
  socket.write(body.slice(0, early));
  await meanwhile();
  if (withRest) socket.write(body.slice(early));
  await until(/HTTP\/1\.1 [2-5]\d\d[^]*\r\n\r\n/);
  socket.destroy();
  const status = /HTTP\/1\.1 ([2-5]\d\d)/.exec(text)?.[1];
  return { status: Number(status ?? 0), text };
}

const BOUNDARY = 'late-boundary';
export const LATE_UPLOAD = {
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'bytes '.repeat(1000)}\r\n--${BOUNDARY}--\r\n`,
};
