// A raw pipe to disk with SHA-256 and fsync, and a bare stream back.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from './listen.ts';

const folder = process.env['DATA_DIR'] ?? '';
let count = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    createReadStream(path.join(folder, 'peer-0')).pipe(response);
    return;
  }
  void (async () => {
    const file = await open(path.join(folder, `peer-${count++}`), 'w');
    const hash = createHash('sha256');
    for await (const chunk of request as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await file.write(chunk);
    }
    await file.sync();
    await file.close();
    response.end(hash.digest('hex'));
  })();
});
listen(server);
