import { inflateSync } from "node:zlib";

const headerLength = 44;
const entryLength = 20;

/**
 * Converts a WOFF file (https://www.w3.org/TR/WOFF/) to a plain font. fontkit would decompress a whole table again for
 * every glyph, which takes seconds with a large font.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  writeHeader(directory, woff.readUInt32BE(4), count);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(headerLength + index * entryLength);
    const [from, packed, length] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(from, from + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const at = 12 + 16 * index;
    entry.copy(directory, at, 0, 4);
    entry.copy(directory, at + 4, 16, 20);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(length, at + 12);
    // Tables start at multiples of four bytes.
    const padding = Buffer.alloc(-length & 3);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}

// https://learn.microsoft.com/typography/opentype/spec/otff, "Table directory".
function writeHeader(directory: Buffer, flavor: number, count: number): void {
  const power = Math.floor(Math.log2(count));
  directory.writeUInt32BE(flavor, 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (count - 2 ** power), 10);
}
