// The least a server can do for such replies: reads the row, makes JSON of it.
import { createServer } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listen } from './listen.ts';

const CLIPS = 1000;

const db = new DatabaseSync(path.join(process.env['DATA_DIR'] ?? '', 'peer.sqlite'));
db.exec(`
  create table clip (id text primary key, content text, userId text, version integer, at integer);
  create index newest on clip (userId, at);
  begin;
`);
const insert = db.prepare('insert into clip values (?, ?, ?, 1, ?)');
const owner = crypto.randomUUID();
for (let index = 0; index < CLIPS; index++)
  insert.run(`clip-${index}`, 'some words '.repeat(20), owner, index * 1000);
db.exec('commit');
const one = db.prepare('select * from clip where id = ?');
const newest = db.prepare('select * from clip where userId = ? order by at desc limit 20');

function present({ at, ...clip }: Record<string, unknown>) {
  const time = new Date(at as number).toISOString();
  const files = { files: [], fileName: null, fileType: null, filePath: null };
  return { ...clip, isFavorite: false, ...files, createdAt: time, updatedAt: time, tags: [] };
}

listen(
  createServer(({ url = '' }, response) => {
    const found =
      url === '/newest' ? newest.all(owner).map(present) : present(one.get(url.slice(1)) ?? {});
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(found));
  }),
);
