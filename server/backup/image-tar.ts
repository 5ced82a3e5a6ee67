import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { isImageFileName } from "#server/images/public.ts";
import { DamageError } from "./backup-error.ts";
import { packTar, readTar } from "./storage/tar.ts";

/** The hashes of the other files, as sha256sum writes and checks them. Tars of older versions have none. */
const sumsName = "SHA256SUMS";

export type ImageFiles = { name: string; bytes: Buffer }[];
export type ImageContent = {
  files: ImageFiles;
  /** Whether the files were compared with hashes. */
  isHashed: boolean;
};

/** Packs the files of an image with their hashes, because a tar only has checksums of its headers. */
export function packImage(files: ImageFiles): Promise<Buffer> {
  const sums = files.map(({ name, bytes }) => `${hashOf(bytes)}  ${name}\n`).join("");
  return packTar([...files, { name: sumsName, bytes: Buffer.from(sums) }]);
}

/** @throws DamageError if the files are not what was packed */
export async function readImageTar(tar: Readable, name: string): Promise<ImageContent> {
  const read: ImageFiles = [];
  for await (const entry of readTar(tar)) {
    if (entry.kind !== "file" || !(isImageFileName(entry.path) || entry.path === sumsName))
      throw new DamageError(
        `${name} is damaged: ${JSON.stringify(entry.path)} is not a file of an image.`,
      );
    read.push({ name: entry.path, bytes: await buffer(Readable.from(entry.content)) });
  }
  const files = read.filter((file) => file.name !== sumsName);
  if (files.length === 0) throw new DamageError(`${name} is damaged: it has no files.`);
  const sums = read.find((file) => file.name === sumsName);
  if (!sums) return { files, isHashed: false };
  const packed = files.map((file) => `${hashOf(file.bytes)}  ${file.name}\n`).join("");
  if (packed !== sums.bytes.toString())
    throw new DamageError(`${name} is damaged: its files differ from their hashes.`);
  return { files, isHashed: true };
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
