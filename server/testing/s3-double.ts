import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { S3Settings } from '../src/core/storage/s3.ts';
import { listen } from './listen.ts';

interface Unfinished {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/** As much of S3 as the program asks of one, in memory, for what is done to a store in mid-call. */
export interface S3Double {
  readonly settings: S3Settings;
  readonly objects: Map<string, Buffer>;
  readonly unfinished: Map<string, Unfinished>;
  /** Goes away, every connection with it, as soon as so many bytes more have come of bodies. */
  cutAfter(bytes: number): void;
  /** Answers every call with this status, while it is one. */
  failWith(status: number | undefined): void;
  comeBack(): void;
  stop(): Promise<void>;
}

const BUCKET = 'double';
const xml = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`;

function sendObject({ headers }: IncomingMessage, response: ServerResponse, object?: Buffer): void {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const bytes = start === undefined ? object : object?.subarray(Number(start), Number(end) + 1);
  const status = object ? (start === undefined ? 200 : 206) : 404;
  response.writeHead(status, { 'content-length': bytes?.length ?? 0 }).end(bytes);
}

export async function startS3Double(): Promise<S3Double> {
  const objects = new Map<string, Buffer>();
  const unfinished = new Map<string, Unfinished>();
  const sockets = new Set<Socket>();
  let [left, isAway, uploads] = [Infinity, false, 0];
  let failure: number | undefined;

  function goAway(): void {
    isAway = true;
    for (const socket of sockets) socket.destroy();
  }

  async function bodyOf(request: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) goAway();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  function listed(query: URLSearchParams): string {
    if (!query.has('uploads'))
      return xml(
        'ListBucketResult',
        [...objects.keys()].map((key) => `<Contents><Key>${key}</Key></Contents>`).join(''),
      );
    const each = [...unfinished].map(
      ([id, { key }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2020-01-01T00:00:00.000Z</Initiated></Upload>`,
    );
    return xml('ListMultipartUploadsResult', each.join(''));
  }

  function posted(key: string, query: URLSearchParams): string {
    const id = query.get('uploadId');
    if (id === null) {
      const begun = `upload-${++uploads}`;
      unfinished.set(begun, { key, parts: new Map() });
      return xml('InitiateMultipartUploadResult', `<UploadId>${begun}</UploadId>`);
    }
    const parts = [...(unfinished.get(id)?.parts ?? [])].toSorted(([one], [other]) => one - other);
    objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)));
    unfinished.delete(id);
    return xml('CompleteMultipartUploadResult', '<ETag>"whole"</ETag>');
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://double');
    const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));
    const id = query.get('uploadId');
    const body = await bodyOf(request);
    if (failure !== undefined) {
      response.writeHead(failure).end();
      return;
    }
    if (id !== null && !unfinished.has(id)) {
      response.writeHead(404).end(xml('Error', '<Code>NoSuchUpload</Code>'));
      return;
    }
    switch (request.method) {
      case 'PUT':
        if (id === null) objects.set(key, body);
        else unfinished.get(id)?.parts.set(Number(query.get('partNumber')), body);
        response.setHeader('etag', '"stored"').end();
        return;
      case 'POST':
        response.end(posted(key, query));
        return;
      case 'DELETE':
        if (id === null) objects.delete(key);
        else unfinished.delete(id);
        response.writeHead(204).end();
        return;
      default:
        if (key === '') response.end(listed(query));
        else sendObject(request, response, objects.get(key));
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    if (isAway) socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  return {
    settings: {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    objects,
    unfinished,
    cutAfter: (bytes) => void (left = bytes),
    failWith: (status) => void (failure = status),
    comeBack() {
      left = Infinity;
      isAway = false;
    },
    async stop() {
      goAway();
      server.close();
      await once(server, 'close');
    },
  };
}
