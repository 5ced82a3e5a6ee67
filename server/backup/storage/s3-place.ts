import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { readImageStoreUrl } from "#server/platform/config/image-store-url.ts";
import { BackupError } from "../backup-error.ts";
import type { Place, StoredFile } from "./place.ts";

/** Enough for 10,000 parts of a file of 160 GB. */
const partBytes = 16 * 1024 * 1024;

/**
 * `s3://bucket/folder?endpoint=https://…&region=…`. Credentials come from the environment as for every AWS program
 * (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_PROFILE, the machine's role).
 */
export function openS3Place(address: string): Place {
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
  });
  const keyOf = (name: string) => (folder ? `${folder}/${name}` : name);
  const shown = `s3://${bucket}${folder ? `/${folder}` : ""}`;
  const named = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explainS3Error(error, shown);
    });
  return {
    shown,
    write: (name, content) =>
      named(writeObject(client, { Bucket: bucket, Key: keyOf(name) }, content)),
    read: (name) => named(readObject(client, { Bucket: bucket, Key: keyOf(name) })),
    list: (prefix) => listObjects(client, { bucket, folder: keyOf(""), prefix, shown }),
    remove: async (name) => {
      await named(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) })));
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

async function readObject(client: S3Client, target: Target): Promise<Readable | null> {
  try {
    const { Body } = await client.send(new GetObjectCommand(target));
    return (Body as Readable | undefined) ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === "NoSuchKey") return null;
    throw error;
  }
}

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
        throw explainS3Error(error, from.shown);
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

function explainS3Error(error: unknown, shown: string): unknown {
  if (!(error instanceof Error)) return error;
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
  if (/ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|ECONNRESET/.test(code))
    return new BackupError(
      `${shown}: the server cannot be reached (${code}). Check the endpoint and the network.`,
    );
  return error;
}
