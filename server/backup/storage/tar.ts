import { BackupError } from "../backup-error.ts";

const blockBytes = 512;

export type TarEntry = {
  path: string;
  kind: "file" | "folder" | "link";
  bytes: number;
  /** Must be read before the next entry is asked for; what is left unread is skipped. */
  content: AsyncIterable<Buffer>;
};

/** Reads a tar file as PostgreSQL writes it (POSIX ustar without extensions). */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = createByteReader(source);
  for (;;) {
    const header = await bytes.exactly(blockBytes);
    if (!header || header.every((byte) => byte === 0)) break;
    const entry = readHeader(header);
    let left = entry.bytes;
    const content = (async function* () {
      while (left > 0) {
        const chunk = await bytes.some(left);
        if (!chunk) throw new BackupError(`The file ends within ${entry.path}: it was cut off.`);
        left -= chunk.length;
        yield chunk;
      }
    })();
    yield { ...entry, content };
    while (left > 0) {
      const skipped = await bytes.some(left);
      if (!skipped) throw new BackupError(`The file ends within ${entry.path}: it was cut off.`);
      left -= skipped.length;
    }
    const padding = (blockBytes - (entry.bytes % blockBytes)) % blockBytes;
    if (padding > 0) await bytes.exactly(padding);
  }
  // What follows the end is read too, so that the file's own checksums are verified.
  while (await bytes.some(1024 * 1024));
}

const kinds: Record<string, TarEntry["kind"]> = { "0": "file", "\0": "file", "5": "folder" };

function readHeader(header: Buffer): Omit<TarEntry, "content"> {
  const text = (from: number, length: number) => {
    const field = header.subarray(from, from + length);
    const end = field.indexOf(0);
    return field.toString("utf8", 0, end === -1 ? length : end);
  };
  const sum = Number.parseInt(text(148, 8), 8);
  const summed = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (sum !== summed) throw new BackupError("The file is not a tar file, or it is damaged.");
  const prefix = text(345, 155);
  const name = text(0, 100);
  const kind = kinds[header.toString("latin1", 156, 157)] ?? "link";
  return {
    path: (prefix ? `${prefix}/${name}` : name).replace(/^\.\//, "").replace(/\/$/, ""),
    kind,
    // Sizes of 8 GiB and more are written in base 256.
    bytes:
      header[124]! & 0x80
        ? Number(header.readBigUInt64BE(128))
        : Number.parseInt(text(124, 12), 8) || 0,
  };
}

function createByteReader(source: AsyncIterable<Buffer>) {
  const reader = source[Symbol.asyncIterator]();
  let current: Buffer = Buffer.alloc(0);
  /** At most `most` bytes, at least one; null at the end. */
  const some = async (most: number): Promise<Buffer | null> => {
    while (current.length === 0) {
      const next = await reader.next();
      if (next.done) return null;
      current = next.value;
    }
    const taken = current.subarray(0, most);
    current = current.subarray(taken.length);
    return taken;
  };
  const exactly = async (length: number): Promise<Buffer | null> => {
    const parts: Buffer[] = [];
    for (let left = length; left > 0;) {
      const part = await some(left);
      if (!part && parts.length === 0) return null;
      if (!part) throw new BackupError("The file ends too early: it was cut off.");
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  };
  return { some, exactly };
}

/** Packs small files into a tar file. Names have at most 99 bytes. */
export function packTar(files: readonly { name: string; bytes: Buffer }[]): Buffer {
  const parts = files.flatMap(({ name, bytes }) => [
    writeHeader(name, bytes.length),
    bytes,
    Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)]);
}

function writeHeader(name: string, length: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  header.write(name, 0, 99);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(length, 11), 124);
  header.write(octal(0, 11), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
