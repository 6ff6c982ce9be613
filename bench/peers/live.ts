// The least a live save can cost: one durable update by hand, then one frame, made once, to each
// bare WebSocket of its clip.
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as ws from 'ws';
import { listen } from './listen.ts';

const db = new DatabaseSync(path.join(process.env['DATA_DIR'] ?? '', 'peer.sqlite'));
db.exec(
  'pragma journal_mode = wal; pragma synchronous = full; create table clip (id text primary key, content text, version integer)',
);
const save = db.prepare(
  'insert into clip values (?, ?, 1) on conflict do update set content = excluded.content, version = version + 1 returning version',
);

const frameOf = (text: string): Buffer => {
  const options = { fin: true, opcode: 1, mask: false, rsv1: false, readOnly: false };
  return Buffer.concat(
    (ws as unknown as { Sender: { frame(data: Buffer, how: object): Buffer[] } }).Sender.frame(
      Buffer.from(text),
      options,
    ),
  );
};

const viewers = new Map<string, Set<Socket>>();
const server = createServer((request, response) => {
  const clip = request.url ?? '';
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { content } = JSON.parse(Buffer.concat(chunks).toString()) as { content: string };
    const { version } = save.get(clip, content) as { version: number };
    const news = JSON.stringify({ content, version });
    const frame = frameOf(news);
    for (const viewer of viewers.get(clip) ?? []) viewer.write(frame);
    response.end(news);
  });
});
const sockets = new ws.WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket, { url = '', socket: line }) => {
  const watching = viewers.get(url) ?? new Set();
  viewers.set(url, watching.add(line));
  socket.once('close', () => watching.delete(line));
});
listen(server);
