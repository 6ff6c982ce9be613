import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer } from './call.ts';
import type { TestApp } from './build-test-app.ts';

export interface SentFile {
  readonly name?: string;
  readonly bytes?: Uint8Array | string;
  readonly type?: string;
  /** Beside the file. */
  readonly fields?: Readonly<Record<string, string>>;
}

export async function upload(
  app: Pick<TestApp, 'url'>,
  path: string,
  headers: Record<string, string>,
  { name = 'a.txt', bytes = 'some bytes', type = 'text/plain', fields = {} }: SentFile = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(
    'file',
    new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }),
    name,
  );
  const response = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body: form });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/**
 * Sends bytes as they are over a connection of its own, for what no well-behaved client sends;
 * returns the status, undefined when the server only closed. With `thenClose` the client goes as
 * soon as it has sent everything.
 */
export async function sendRaw(
  app: Pick<TestApp, 'url'>,
  request: string | Buffer,
  { thenClose = false } = {},
): Promise<{ status: number | undefined; text: string }> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\r\n\r\n')) resolve();
    });
  });
  await new Promise<void>((resolve) => socket.write(request, () => resolve()));
  if (thenClose) socket.end();
  await Promise.race([answered, closed]);
  socket.destroy();
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  return { status: status === undefined ? undefined : Number(status), text };
}
