import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { readImageStoreUrl } from "#server/platform/config/image-store-url.ts";
import { BackupError } from "../backup-error.ts";
import type { Place, StoredFile } from "./place.ts";

/** Enough for 10,000 parts of a file of 160 GB. */
const partBytes = 16 * 1024 * 1024;

type Patience = {
  /** Milliseconds for a connection. */
  connect: number;
  /** Milliseconds without a byte in either direction after which a request is given up. */
  idle: number;
  /** How often a request is made that fails for a temporary reason. */
  attempts: number;
};

/** A slow line may take longer for a part, but something moves on it all the time. */
const usualPatience: Patience = { connect: 10_000, idle: 60_000, attempts: 3 };

/**
 * `s3://bucket/folder?endpoint=https://…&region=…`. Credentials come from the environment as for every AWS program
 * (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_PROFILE, the machine's role).
 */
export function openS3Place(address: string, patience = usualPatience): Place {
  const read = readImageStoreUrl(address);
  if ("mistake" in read) throw new BackupError(`The place of backups ${read.mistake}.`);
  const { bucket, endpoint } = read;
  const folder = read.prefix.replace(/\/$/, "");
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const client = new S3Client({
    region: read.region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? "us-east-1",
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Stores other than Amazon's often refuse the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: patience.attempts,
    requestHandler: { connectionTimeout: patience.connect, socketTimeout: patience.idle },
  });
  const keyOf = (name: string) => (folder ? `${folder}/${name}` : name);
  const shown = `s3://${bucket}${folder ? `/${folder}` : ""}`;
  const named = <T>(name: string, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explainS3Error(error, { shown, name });
    });
  return {
    shown,
    write: (name, content) =>
      named(name, writeObject(client, { Bucket: bucket, Key: keyOf(name) }, content)),
    writeNew: (name, content) =>
      named(name, writeNewObject(client, { Bucket: bucket, Key: keyOf(name) }, content)),
    async read(name) {
      const body = await named(name, readObject(client, { Bucket: bucket, Key: keyOf(name) }));
      return body && readPatiently(body, { idle: patience.idle, shown, name });
    },
    list: (prefix) => listObjects(client, { bucket, folder: keyOf(""), prefix, shown }),
    remove: async (name) => {
      await named(name, client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) })));
    },
  };
}

type Target = { Bucket: string; Key: string };

async function writeObject(client: S3Client, target: Target, content: Readable | Buffer) {
  if (Buffer.isBuffer(content)) {
    await client.send(new PutObjectCommand({ ...target, Body: content }));
    return;
  }
  // An interrupted upload leaves no object, because its parts are joined by the last request.
  const params = { ...target, Body: content };
  await new Upload({ client, params, partSize: partBytes, queueSize: 2 }).done();
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html */
async function writeNewObject(client: S3Client, target: Target, content: Buffer): Promise<void> {
  try {
    await client.send(new PutObjectCommand({ ...target, Body: content, IfNoneMatch: "*" }));
  } catch (error) {
    const { httpStatusCode: status = 0 } = (error as Partial<S3ServiceException>).$metadata ?? {};
    // There is one, or another request writes it at the moment. Older versions of MinIO answer 304.
    if ([304, 409, 412].includes(status)) return;
    // Stores that do not know conditions of writes.
    if (![400, 501].includes(status)) throw error;
    await writeObject(client, target, content);
  }
}

async function readObject(client: S3Client, target: Target): Promise<Readable | null> {
  try {
    const { Body } = await client.send(new GetObjectCommand(target));
    return (Body as Readable | undefined) ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === "NoSuchKey") return null;
    throw error;
  }
}

/**
 * Ends a download that stops arriving. The time in which its reader does something else, such as making an index in
 * pg_restore, does not count, so the client's own limit cannot be used for it.
 */
function readPatiently(
  body: Readable,
  { idle, shown, name }: { idle: number; shown: string; name: string },
): Readable {
  if (body instanceof IncomingMessage) body.socket.setTimeout(0);
  return Readable.from(
    (async function* () {
      const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      const giveUp = () => body.destroy(new BackupError(`${shown}: ${tooSlow}`));
      try {
        for (;;) {
          const timer = setTimeout(giveUp, idle);
          const next = await chunks.next().finally(() => clearTimeout(timer));
          if (next.done) return;
          yield next.value;
        }
      } catch (error) {
        throw explainS3Error(error, { shown, name });
      } finally {
        body.destroy();
      }
    })(),
    { objectMode: false },
  );
}

const tooSlow = "the server did not answer in time. Check the endpoint and the network.";

async function* listObjects(
  client: S3Client,
  from: { bucket: string; folder: string; prefix: string; shown: string },
): AsyncIterable<StoredFile> {
  for (let next: string | undefined, first = true; first || next !== undefined; first = false) {
    const page = await client
      .send(
        new ListObjectsV2Command({
          Bucket: from.bucket,
          Prefix: `${from.folder}${from.prefix}`,
          ContinuationToken: next,
        }),
      )
      .catch((error: unknown) => {
        throw explainS3Error(error, { shown: from.shown, name: from.prefix });
      });
    for (const { Key = "", Size = 0, LastModified } of page.Contents ?? [])
      yield {
        name: Key.slice(from.folder.length),
        bytes: Size,
        at: LastModified ?? new Date(),
      };
    next = page.IsTruncated ? page.NextContinuationToken : undefined;
  }
}

/** @param at.name of the file, or what the listed files begin with */
function explainS3Error(error: unknown, { shown, name }: { shown: string; name: string }): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error;
  const code = "code" in error ? String(error.code) : "";
  if (error.name === "NoSuchBucket")
    return new BackupError(`${shown}: there is no such bucket. Create it, or check the name.`);
  if (error.name === "CredentialsProviderError")
    return new BackupError(
      `${shown}: there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  if (/AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|Forbidden/.test(error.name))
    return new BackupError(
      `${shown}: access was refused (${error.name}). Check the credentials and their rights.`,
    );
  if (error.name === "TimeoutError") return new BackupError(`${shown}: ${tooSlow}`);
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNRESET/.test(code))
    return new BackupError(
      `${shown}: the server cannot be reached (${code}). Check the endpoint and the network.`,
    );
  // Any other answer of the server, such as that it is overloaded, or that it moved the file to an archive.
  if ("$metadata" in error)
    return new BackupError(
      `${shown}/${name}: the store answered ${error.name}: ${error.message}. Try again, or look it up in the store's manual.`,
    );
  return error;
}
