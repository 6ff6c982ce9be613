// The least a live save can cost: one durable update by hand, then one frame to each bare WebSocket.
import { createServer } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { WebSocketServer } from 'ws';

const db = new DatabaseSync(path.join(process.env['DATA_DIR'] ?? '', 'peer.sqlite'));
db.exec(
  "pragma journal_mode = wal; pragma synchronous = full; create table clip (id integer primary key, content text, version integer); insert into clip values (1, '', 0)",
);
const save = db.prepare('update clip set content = ?, version = version + 1 where id = 1 returning version');

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { content } = JSON.parse(Buffer.concat(chunks).toString()) as { content: string };
    const saved = save.get(content) as { version: number };
    const frame = JSON.stringify({ content, version: saved.version });
    for (const viewer of sockets.clients) viewer.send(frame);
    response.end(frame);
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(0, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${(server.address() as { port: number }).port}`));
process.once('SIGTERM', () => process.exit(0));
