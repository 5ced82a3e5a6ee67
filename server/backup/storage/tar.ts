import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { extract, pack, type Header } from "tar-stream";
import { DamageError } from "../backup-error.ts";

export type TarEntry = {
  path: string;
  kind: "file" | "folder" | "link";
  bytes: number;
  /** Must be read before the next entry is asked for; what is left unread is skipped. */
  content: AsyncIterable<Buffer>;
};

/** Reads a tar file to its end, so that its own checksums are verified. */
export async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const entries = extract();
  source.on("error", (error) => entries.destroy(error));
  source.pipe(entries);
  try {
    for await (const content of nameDamage(entries, source)) {
      const { name, type, size } = content.header;
      // tar-stream would wait for its end forever.
      if (type === "directory" && size > 0)
        throw damaged(`the folder ${JSON.stringify(name)} has content`);
      yield {
        path: name.replace(/^\.\//, "").replace(/\/$/, ""),
        kind: kindOf(type),
        bytes: size,
        content: nameDamage(content as AsyncIterable<Buffer>, source),
      };
      content.resume();
    }
  } finally {
    source.destroy();
  }
}

function kindOf(type: Header["type"]): TarEntry["kind"] {
  if (type === "file") return "file";
  return type === "directory" ? "folder" : "link";
}

/** @throws DamageError if the tar file is damaged; else what the source throws */
async function* nameDamage<Item>(items: AsyncIterable<Item>, source: Readable) {
  try {
    yield* items;
  } catch (error) {
    if (source.errored) throw source.errored;
    throw damaged((error as Error).message);
  }
}

function damaged(reason: string): DamageError {
  return new DamageError(`The file is not a tar file, or it is damaged or cut off: ${reason}.`);
}

/** Packs small files into a tar file. */
export function packTar(files: readonly { name: string; bytes: Buffer }[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, bytes } of files) tar.entry({ name, mode: 0o600, mtime: new Date(0) }, bytes);
  tar.finalize();
  return buffer(tar);
}
