// The least a server can do for the same responses: bare node:http, node:sqlite by hand, the token
// looked up each time.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const db = new DatabaseSync(path.join(process.env['DATA_DIR'] ?? '', 'clipline.sqlite'), {
  readOnly: true,
});
db.exec('pragma mmap_size = 268435456; pragma cache_size = -65536');
const identify = db.prepare(
  `select u.id from access_tokens a join sessions s on s.id = a.session_id join users u on u.id = s.user_id
   where a.token_hash = ? and a.expires_at > ? and u.disabled_at is null`,
);
const one = db.prepare('select * from clips where id = ? and deleted_at is null');
const filesOf = db.prepare(
  `select * from files where holder_kind = 'clip' and holder_id = ? order by created_at`,
);
const tagsOf = db.prepare(
  'select t.id, t.name, t.color from clip_tags c join tags t on t.id = c.tag_id where c.clip_id = ? order by t.name_key',
);
const page = db.prepare(
  'select * from clips where user_id = ? and saved_at is not null and deleted_at is null order by created_at desc, id desc limit ?',
);
const count = db.prepare(
  'select count(*) as total from clips where user_id = ? and saved_at is not null and deleted_at is null',
);

type Row = Record<string, never>;
const present = (row: Row, files: unknown[]) => ({
  id: row['id'],
  content: row['content'],
  userId: row['user_id'],
  isFavorite: row['is_favorite'] === 1,
  files,
  fileName: null,
  fileType: null,
  filePath: null,
  createdAt: new Date(row['created_at'] as unknown as number).toISOString(),
  updatedAt: new Date(row['updated_at'] as unknown as number).toISOString(),
  version: row['version'],
  tags: tagsOf.all(row['id'] as never),
  addressOpen: row['address_open'] === 1,
});

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://peer');
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  const user = identify.get(createHash('sha256').update(token).digest('base64url'), Date.now()) as
    | Row
    | undefined;
  if (!user) return response.writeHead(401).end();
  const size = url.searchParams.get('pageSize');
  const answer = size
    ? {
        total: (count.get(user['id'] as never) as Row)['total'],
        clips: page
          .all(user['id'] as never, Number(size))
          .map((row) =>
            present(
              row as Row,
              (row as Row)['file_count'] ? filesOf.all((row as Row)['id'] as never) : [],
            ),
          ),
      }
    : present(
        one.get(url.pathname.split('/').at(-1) ?? '') as Row,
        filesOf.all(url.pathname.split('/').at(-1) ?? ''),
      );
  const body = JSON.stringify(answer);
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
});
server.listen(0, '127.0.0.1', () =>
  console.log(`Listening on http://127.0.0.1:${(server.address() as { port: number }).port}`),
);
process.once('SIGTERM', () => process.exit(0));
