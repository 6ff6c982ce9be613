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

export const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings) =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

export async function createBucket(): Promise<S3Settings> {
  const settings = {
    endpoint: process.env['TEST_S3_ENDPOINT'] ?? '',
    region: process.env['TEST_S3_REGION'] ?? 'us-east-1',
    bucket: `clipline-test-${randomBytes(8).toString('hex')}`,
    accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  };
  await clientOf(settings).send(new CreateBucketCommand({ Bucket: settings.bucket }));
  return settings;
}

export async function removeBucket(settings: S3Settings): Promise<void> {
  const client = clientOf(settings);
  const { Contents = [] } = await client.send(
    new ListObjectsV2Command({ Bucket: settings.bucket }),
  );
  for (const { Key } of Contents)
    await client.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key }));
  await client.send(new DeleteBucketCommand({ Bucket: settings.bucket }));
}

export const s3Environment = (settings: S3Settings) => ({
  S3_ENDPOINT: settings.endpoint,
  S3_REGION: settings.region,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
});
