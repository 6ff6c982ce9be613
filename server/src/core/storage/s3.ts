import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ListMultipartUploadsRequest, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Config } from '../config.ts';
import { newId } from '../ids.ts';
import { Queue } from '../queue.ts';
import {
  type ByteRange,
  ObjectMissing,
  type ObjectStorage,
  type Parted,
  type PartsStorage,
  StorageAway,
} from './object-storage.ts';

export type S3Settings = Pick<
  Config,
  'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

export interface S3Storage extends ObjectStorage {
  check(): Promise<void>;
  /** Whether the bucket holds nothing at all, of whomever. */
  isEmpty(): Promise<boolean>;
}

/** Everything of ours is below it; the rest of the bucket is not touched. */
const FOLDER = 'blobs/';
const KEY = /^[A-Za-z0-9_-]{16,64}$/;
/** S3 takes no more than 10,000. So much of an upload is in memory at a time. */
const PART_BYTES = 7 * 1024 * 1024;
/** Parts that are in memory at a time, whole, as they are signed and may have to be sent again. */
const MAX_HELD_PARTS = 8;
/** Each may take the whole patience, and a caller waits. */
const MAX_ATTEMPTS = 2;
const patience = {
  connectMs: 3000,
  /** The SDK counts a silence in the middle of a call from later on where it is 6 s or more. */
  silentMs: 5000,
};
export type Patience = typeof patience;
/** Downloads to slow readers hold their connection. */
const MAX_CONNECTIONS = 1000;

const statusOf = (error: unknown) =>
  (error as Partial<S3ServiceException> | null)?.$metadata?.httpStatusCode;
const isMissing = (error: unknown) =>
  ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as Error).name) ||
  (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket');

/** Callers need to know two things: there is no space, or come back later. */
function failureOf(error: unknown): Error {
  const isFull =
    statusOf(error) === 507 || /quota|storagefull|insufficient/i.test((error as Error).name);
  if (isFull)
    return Object.assign(new Error('The S3 store is full', { cause: error }), { code: 'ENOSPC' });
  return new StorageAway('The S3 store does not do what it is asked', { cause: error });
}

/** A reader who rests does not count: the store waits for the reader then. */
function cutWhenSilent(body: IncomingMessage, silentMs: number): Readable {
  body.setTimeout(0);
  async function* passed() {
    const bytes = body[Symbol.asyncIterator]();
    const silence = () => body.destroy(new StorageAway('The S3 store fell silent'));
    try {
      for (;;) {
        const timer = setTimeout(silence, silentMs);
        const next = await bytes.next().finally(() => clearTimeout(timer));
        if (next.done) return;
        yield next.value as Buffer;
      }
    } finally {
      body.destroy();
    }
  }
  return Readable.from(passed(), { objectMode: false });
}

function watched(bytes: AsyncIterable<Uint8Array>) {
  const state: { broken?: { readonly error: unknown } } = {};
  async function* passed() {
    try {
      yield* bytes;
    } catch (error) {
      state.broken = { error };
      throw error;
    }
  }
  return { state, stream: Readable.from(passed(), { objectMode: false }) };
}

async function connect(
  { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' }: S3Settings,
  { connectMs, silentMs }: Patience,
): Promise<S3Client> {
  const [{ S3Client: Client }, { NodeHttpHandler }, http, https] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@smithy/node-http-handler'),
    import('node:http'),
    import('node:https'),
  ]);
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  return new Client({
    endpoint: S3_ENDPOINT ?? '',
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    // Hardly any store but Amazon's has a host name for each bucket, or knows the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: connectMs,
      socketTimeout: silentMs,
      httpAgent: new http.Agent(agent),
      httpsAgent: new https.Agent(agent),
    }),
  });
}

const pathOf = (key: string) => {
  if (!KEY.test(key)) throw new ObjectMissing(key);
  return FOLDER + key;
};

const keyOf = (path = '') => path.slice(FOLDER.length);

async function asked<T>(
  onFailure: (error: unknown) => void,
  key: string,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isMissing(error)) throw new ObjectMissing(key);
    onFailure(error);
    throw failureOf(error);
  }
}

const numbered = (tags: readonly string[]) =>
  tags.map((ETag, at) => ({ ETag, PartNumber: at + 1 }));

async function held(bytes: AsyncIterable<Uint8Array>, size: number): Promise<Buffer> {
  const all = Buffer.allocUnsafeSlow(size);
  let length = 0;
  for await (const chunk of bytes) {
    all.set(chunk, length);
    length += chunk.length;
  }
  return all;
}

async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
  }
}

export async function s3Storage(
  settings: S3Settings,
  onFailure: (error: unknown) => void,
  { connectMs, silentMs }: Patience = patience,
): Promise<S3Storage> {
  const s3 = await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const client = await connect(settings, { connectMs, silentMs });
  const Bucket = settings.S3_BUCKET;

  const ask = <T>(key: string, call: () => Promise<T>) => asked(onFailure, key, call);
  const remove = async (key: string): Promise<void> => {
    if (!KEY.test(key)) return;
    const command = new s3.DeleteObjectCommand({ Bucket, Key: pathOf(key) });
    await unlessGone(ask(key, () => client.send(command)));
  };

  const turns = new Queue({ running: MAX_HELD_PARTS, retryAfterSeconds: 1 });
  const sizeOf = async (key: string): Promise<number | undefined> => {
    try {
      const command = new s3.HeadObjectCommand({ Bucket, Key: pathOf(key) });
      return (await ask(key, () => client.send(command))).ContentLength;
    } catch (error) {
      if (error instanceof ObjectMissing) return undefined;
      throw error;
    }
  };
  const named = ({ key, token }: Parted) => ({ Bucket, Key: pathOf(key), UploadId: token });
  const parts: PartsStorage = {
    async begin() {
      const key = newId();
      const command = new s3.CreateMultipartUploadCommand({ Bucket, Key: pathOf(key) });
      const { UploadId: token = '' } = await ask(key, () => client.send(command));
      return { key, token };
    },
    put: (content, at, bytes, size) =>
      turns.run(content.key, async () => {
        const Body = await held(bytes, size);
        const command = new s3.UploadPartCommand({
          ...named(content),
          PartNumber: at + 1,
          Body,
          ContentLength: size,
        });
        const { ETag = '' } = await ask(content.key, () => client.send(command));
        return ETag;
      }),
    async finish(content, tags) {
      const MultipartUpload = { Parts: numbered(tags) };
      const command = new s3.CompleteMultipartUploadCommand({ ...named(content), MultipartUpload });
      try {
        await ask(content.key, () => client.send(command));
      } catch (error) {
        // Its answer may have been lost the last time.
        if (!(error instanceof ObjectMissing) || (await sizeOf(content.key)) === undefined)
          throw error;
      }
    },
    async abandon(content) {
      const command = new s3.AbortMultipartUploadCommand(named(content));
      await unlessGone(ask(content.key, () => client.send(command)));
      await remove(content.key);
    },
  };

  return {
    parts,
    async put(bytes, key = newId()) {
      const { state, stream } = watched(bytes);
      const upload = new Upload({
        client,
        params: { Bucket, Key: pathOf(key), Body: stream },
        partSize: PART_BYTES,
        queueSize: 2,
      });
      try {
        await upload.done();
        return key;
      } catch (error) {
        stream.destroy();
        if (state.broken) throw state.broken.error;
        onFailure(error);
        // The store may have it although its answer was lost. Not awaited: a store that is silent
        // would be so once more, and what cannot be removed now the hourly job removes.
        void remove(key).catch(() => {});
        throw failureOf(error);
      }
    },
    async get(key, range?: ByteRange) {
      const Key = pathOf(key);
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await ask(key, () =>
        client.send(new s3.GetObjectCommand({ Bucket, Key, ...(Range ? { Range } : {}) })),
      );
      return cutWhenSilent(Body as IncomingMessage, silentMs);
    },
    sizeOf,
    remove,
    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await ask('', () =>
          client.send(
            new s3.ListObjectsV2Command({
              Bucket,
              Prefix: FOLDER,
              ...(ContinuationToken ? { ContinuationToken } : {}),
            }),
          ),
        );
        for (const { Key, LastModified, Size = 0 } of page.Contents ?? []) {
          const storedAt = LastModified?.getTime() ?? Date.now();
          if (KEY.test(keyOf(Key))) yield { key: keyOf(Key), storedAt, size: Size };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    async removeUnfinished(before, known) {
      let marks: Pick<ListMultipartUploadsRequest, 'KeyMarker' | 'UploadIdMarker'> = {};
      let isTruncated: boolean | undefined;
      do {
        const command = new s3.ListMultipartUploadsCommand({ Bucket, Prefix: FOLDER, ...marks });
        const page = await ask('', () => client.send(command));
        const old = (page.Uploads ?? []).filter(
          (each) => (each.Initiated?.getTime() ?? Infinity) < before,
        );
        const kept = await known(old.map(({ Key }) => keyOf(Key)));
        for (const { Key, UploadId } of old) {
          if (kept.has(keyOf(Key))) continue;
          const abort = new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
          await unlessGone(ask(keyOf(Key), () => client.send(abort)));
        }
        isTruncated = page.IsTruncated;
        marks = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
      } while (isTruncated);
    },
    async check() {
      await client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: FOLDER, MaxKeys: 1 }), {
        abortSignal: AbortSignal.timeout(silentMs),
      });
    },
    async isEmpty() {
      const command = new s3.ListObjectsV2Command({ Bucket, MaxKeys: 1 });
      return ((await ask('', () => client.send(command))).Contents ?? []).length === 0;
    },
  };
}
