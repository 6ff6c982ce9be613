import { ProductError } from '@clipline/contract/errors.ts';
import type { Upload } from '@clipline/contract/schemas/uploads.ts';
import type { CallName } from '@clipline/contract/schemas/endpoints.ts';
import { handle, refuse } from './fake-server.ts';
import { THEN } from './things.ts';

const PART = 4 * 1024 ** 2;

/** Of 11 MB; files of another `seed` have other bytes from their second part on. */
export function film(name = 'film.mp4', seed = 1): File {
  const bytes = new Uint8Array(11 * 1024 ** 2);
  for (let at = 0; at < bytes.length; at += 1021) bytes[at] = at < PART ? 7 : seed;
  return new File([bytes], name, { type: 'video/mp4', lastModified: 1 });
}

async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

const upload = (id: string, change: Partial<Upload> = {}): Upload => ({
  id,
  name: 'film.mp4',
  size: 11 * 1024 ** 2,
  type: 'video/mp4',
  place: { kind: 'clip', id: 'c1' },
  partBytes: PART,
  received: 0,
  parts: [null, null, null],
  createdAt: THEN,
  expiresAt: '2026-01-05T03:04:05.000Z',
  ...change,
});

let made = 0;
/** Of one page no two are the same. */
const nextId = () => `upload-of-22-letters-${(made += 1)}`;

type Beginning = Extract<CallName, `POST ${string}/uploads`>;
type Refusing = (n: number) => Response | Promise<Response | undefined> | undefined;

/** A server that keeps parts. `refusing`: what it replies to a part instead. */
export function takeUploads(
  begin: Beginning,
  place: Upload['place'],
  refusing: Refusing = () => undefined,
) {
  const held = {
    /** So many parts of it came before. */
    async begun(chosen: File, parts: number, seed = 1): Promise<Upload> {
      const digests = await Promise.all(
        [0, 1, 2].map(async (n) => {
          const bytes = film(chosen.name, seed).slice(n * PART, (n + 1) * PART);
          return n < parts ? digestOf(await bytes.arrayBuffer()) : null;
        }),
      );
      const { name, size, type } = chosen;
      const begun = upload(nextId(), {
        name,
        size,
        type,
        place,
        parts: digests,
        received: parts * PART,
      });
      held.uploads.push(begun);
      return begun;
    },
    uploads: [] as Upload[],
    refusing,
    put: [] as number[],
  };
  const find = (id: string) => held.uploads.find((each) => each.id === id);
  const gone = () => refuse(new ProductError('UPLOAD_NOT_FOUND'));
  const byKey = new Map<string | null, Upload>();
  handle(begin, (({ body, idempotencyKey }: { body: Upload; idempotencyKey: string | null }) => {
    const { name, size, type } = body;
    const before = byKey.get(idempotencyKey);
    if (before) return before;
    const begun = upload(nextId(), {
      name,
      size,
      type,
      place,
      parts: Array.from({ length: Math.ceil(size / PART) }, () => null),
    });
    byKey.set(idempotencyKey, begun);
    held.uploads.push(begun);
    return begun;
  }) as never);
  handle('GET /uploads', () => held.uploads.map(({ parts: _parts, ...head }) => head));
  handle('GET /uploads/{id}', ({ params }) => find(params.id) ?? gone());
  handle('DELETE /uploads/{id}', ({ params }) => {
    if (!find(params.id)) return gone();
    held.uploads = held.uploads.filter(({ id }) => id !== params.id);
    return { message: 'Upload discarded' };
  });
  handle('PUT /uploads/{id}/parts/{n}', async ({ params, file }) => {
    const n = Number(params.n);
    held.put.push(n);
    const refused = await held.refusing(n);
    if (refused) return refused;
    const known = find(params.id);
    if (!known) return gone();
    const digest = await digestOf(await file.arrayBuffer());
    const parts = known.parts.map((each, at) => (at === n ? digest : each));
    const received = known.received + (known.parts[n] === null ? file.size : 0);
    held.uploads = held.uploads.map((each) =>
      each === known ? { ...known, parts, received } : each,
    );
    return undefined;
  });
  return held;
}
