import { PassThrough, pipeline, type Readable } from "node:stream";
import PQueue from "p-queue";
import type { S3Address } from "#server/platform/config/image-store-url.ts";
import { imageId, imageType } from "#server/images/image-address.ts";
import type { ImageStore } from "./image-storage.ts";
import { openBucket, type S3Patience } from "./s3-bucket.ts";

/** For requests of visitors: a store that is slower than this answers with 503. */
const shopPatience: S3Patience = { response: 4_000, call: 6_000, idle: 10_000, attempts: 2 };
/** Files of one image that are written or removed at a time. */
const filesAtOnce = 4;

/** Images in a bucket of an S3-compatible store. */
export function createS3Storage(address: S3Address, patience = shopPatience): ImageStore {
  const { prefix } = address;
  const bucket = openBucket(address, patience);
  const keyOf = (id: string, file: string) => `${prefix}${id}/${file}`;

  async function listObjects(id: string) {
    const objects = [];
    for await (const { Contents = [] } of bucket.list(keyOf(id, ""))) objects.push(...Contents);
    return objects;
  }

  async function put(id: string, { name, bytes }: { name: string; bytes: Buffer }): Promise<void> {
    await bucket.put(keyOf(id, name), bytes, imageType(name));
  }

  return {
    name: bucket.name,
    check: bucket.check,
    write: (id, files) => someAtOnce(files, (file) => put(id, file)),
    replaceFile: put,
    async find(id, file) {
      const object = await bucket.head(keyOf(id, file));
      return object && { size: object.ContentLength ?? 0, sha256: object.Metadata?.sha256 ?? null };
    },
    async open(id, file, { range, signal } = {}) {
      const bytes = range && `bytes=${range.start}-${range.end}`;
      const object = await bucket.get(keyOf(id, file), bytes, signal);
      if (!object) return null;
      const size = object.ContentLength ?? 0;
      const body = takeFromConnection(object.Body as Readable, size);
      return { size, sha256: object.Metadata?.sha256 ?? null, body };
    },
    async *listImages() {
      for await (const { CommonPrefixes = [] } of bucket.list(prefix, "/")) {
        const names = CommonPrefixes.map(({ Prefix = "" }) => Prefix.slice(prefix.length, -1));
        yield names.filter((name) => imageId.test(name));
      }
    },
    async listFiles(id) {
      return (await listObjects(id)).map(({ Key = "" }) => Key.slice(keyOf(id, "").length));
    },
    async changedAt(id) {
      const times = (await listObjects(id)).map(({ LastModified }) => LastModified?.getTime() ?? 0);
      return times.length === 0 ? null : new Date(Math.max(...times));
    },
    async remove(id) {
      await someAtOnce(await listObjects(id), ({ Key = "" }) => bucket.remove(Key));
    },
    // An object appears complete or not at all.
    removeUnfinished: () => Promise.resolve(),
    close: bucket.close,
  };
}

/**
 * A stream of a response that is read from the connection as fast as it arrives, even if the visitor is slow, because
 * there are few connections. Images are small enough to be in memory.
 */
function takeFromConnection(response: Readable, size: number): Readable {
  const body = new PassThrough({ highWaterMark: size + 1 });
  // Without a listener, a failure before anyone reads would end the process.
  body.on("error", () => undefined);
  return pipeline(response, body, () => undefined);
}

/** Ends with the first failure, once what runs has ended. */
async function someAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = new PQueue({ concurrency: filesAtOnce });
  const failures: unknown[] = [];
  await queue.addAll(
    all.map((one) => async () => {
      if (failures.length === 0) await work(one).catch((error: unknown) => failures.push(error));
    }),
  );
  if (failures.length > 0) throw failures[0];
}
