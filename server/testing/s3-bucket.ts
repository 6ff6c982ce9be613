import { randomBytes } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../src/core/storage/s3.ts';

/** Whether the tests were given an S3 server; see .ci/s3-server. */
export const hasS3 = Boolean(process.env['TEST_S3_ENDPOINT']);

export const clientOf = (settings: S3Settings) =>
  new S3Client({
    endpoint: settings.S3_ENDPOINT ?? '',
    region: settings.S3_REGION,
    forcePathStyle: true,
    credentials: {
      accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
    },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** As the environment of a program has it. */
export async function createBucket() {
  const settings = {
    S3_ENDPOINT: process.env['TEST_S3_ENDPOINT'] ?? '',
    S3_REGION: process.env['TEST_S3_REGION'] ?? 'us-east-1',
    S3_BUCKET: `clipline-test-${randomBytes(8).toString('hex')}`,
    S3_ACCESS_KEY_ID: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
    S3_SECRET_ACCESS_KEY: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  };
  await clientOf(settings).send(new CreateBucketCommand({ Bucket: settings.S3_BUCKET }));
  return settings;
}
export type TestBucket = Awaited<ReturnType<typeof createBucket>>;

export async function removeBucket(settings: S3Settings): Promise<void> {
  const client = clientOf(settings);
  const { Contents = [] } = await client.send(
    new ListObjectsV2Command({ Bucket: settings.S3_BUCKET }),
  );
  for (const { Key } of Contents)
    await client.send(new DeleteObjectCommand({ Bucket: settings.S3_BUCKET, Key }));
  await client.send(new DeleteBucketCommand({ Bucket: settings.S3_BUCKET }));
}
