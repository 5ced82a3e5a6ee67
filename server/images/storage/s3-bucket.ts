import { createHash, randomUUID } from "node:crypto";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type ListObjectsV2CommandOutput,
} from "@aws-sdk/client-s3";
import type { S3Address } from "#server/platform/config/image-store-url.ts";
import { ConfigError } from "#server/platform/config/config.ts";
import { ImageStoreError } from "./image-storage.ts";
import { explainS3Mistake, isMissing } from "./s3-errors.ts";

export type S3Patience = {
  /** Milliseconds for a connection, and for the first byte of a response. */
  response: number;
  /** Milliseconds for a call with its repetitions, without the body of a response. */
  call: number;
  /** Milliseconds without a byte after which a response is given up. */
  idle: number;
  /** How often a call is made that fails for a temporary reason. */
  attempts: number;
};

/** Connections of one process to the store. */
const mostConnections = 48;
/** Reads that wait for the store. Further ones fail at once, so that a slow store does not pile up requests. */
const mostWaiting = 200;

/**
 * The calls that images need, each with a deadline. Credentials come from the SDK's usual environment variables. Every
 * function throws ImageStoreError if the store fails or does not respond in time.
 */
export function openBucket(address: S3Address, patience: S3Patience) {
  const { bucket: Bucket, prefix, endpoint } = address;
  const name = `s3://${Bucket}/${prefix}${endpoint ? ` at ${endpoint}` : ""}`;
  const client = connect(address, patience);
  let waiting = 0;

  async function call<T>(
    make: (options: { abortSignal: AbortSignal }) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const deadline = AbortSignal.timeout(patience.call);
    try {
      return await make({ abortSignal: signal ? AbortSignal.any([deadline, signal]) : deadline });
    } catch (error) {
      const why = explainS3Mistake(name, Bucket, error);
      throw new ImageStoreError(`The image store failed: ${why}`, { cause: error });
    }
  }

  return {
    name,
    put(Key: string, bytes: Buffer, ContentType: string) {
      const command = new PutObjectCommand({
        Bucket,
        Key,
        Body: bytes,
        ContentType,
        CacheControl: "public, max-age=31536000, immutable",
        // The store refuses a file that was damaged on its way.
        ContentMD5: createHash("md5").update(bytes).digest("base64"),
        Metadata: { sha256: createHash("sha256").update(bytes).digest("hex") },
      });
      return call((options) => client.send(command, options));
    },
    head(Key: string) {
      const command = new HeadObjectCommand({ Bucket, Key });
      return orNull(call((options) => client.send(command, options)));
    },
    async get(Key: string, Range: string | undefined, signal?: AbortSignal) {
      if (waiting >= mostWaiting)
        throw new ImageStoreError(`${name} is too slow: ${waiting} reads are waiting for it`);
      const command = new GetObjectCommand({ Bucket, Key, Range });
      waiting += 1;
      try {
        return await orNull(call((options) => client.send(command, options), signal));
      } finally {
        waiting -= 1;
      }
    },
    async *list(Prefix: string, Delimiter?: string) {
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix, Delimiter, ContinuationToken });
        const page: ListObjectsV2CommandOutput = await call((options) =>
          client.send(command, options),
        );
        yield page;
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
    async remove(Key: string) {
      await call((options) => client.send(new DeleteObjectCommand({ Bucket, Key }), options));
    },
    check: () => checkBucket(client, { Bucket, prefix, name, deadline: 2 * patience.call }),
    close: () => client.destroy(),
  };
}

function connect(address: S3Address, patience: S3Patience): S3Client {
  // Node 20 works with this version, which the lock file pins.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const agent = { keepAlive: true, maxSockets: mostConnections };
  return new S3Client({
    region:
      address.region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? "us-east-1",
    ...(address.endpoint && { endpoint: address.endpoint, forcePathStyle: true }),
    // Many stores do not know the newer checksums. `put` sends the MD5 that all of them know.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: patience.attempts,
    requestHandler: {
      connectionTimeout: patience.response,
      requestTimeout: patience.response,
      throwOnRequestTimeout: true,
      socketTimeout: patience.idle,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** Lists, writes, reads and deletes, as the shop does later. @throws ConfigError worded for the operator */
async function checkBucket(
  client: S3Client,
  given: { Bucket: string; prefix: string; name: string; deadline: number },
): Promise<void> {
  const { Bucket, prefix } = given;
  const Key = `${prefix}.check-${randomUUID()}`;
  const options = { abortSignal: AbortSignal.timeout(given.deadline) };
  try {
    await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }), options);
    await client.send(new PutObjectCommand({ Bucket, Key, Body: "marque" }), options);
    const read = await client.send(new GetObjectCommand({ Bucket, Key }), options);
    await read.Body?.transformToString();
    await client.send(new DeleteObjectCommand({ Bucket, Key }), options);
  } catch (error) {
    throw new ConfigError(
      `The image store cannot be used: ${explainS3Mistake(given.name, Bucket, error)}`,
    );
  }
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof ImageStoreError && isMissing(error.cause)) return null;
    throw error;
  });
}
