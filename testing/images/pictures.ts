import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** An image of one color, or of noise that does not compress. */
export async function aPicture({
  width = 400,
  height = 300,
  format = "jpeg",
  noise = false,
}: {
  width?: number;
  height?: number;
  format?: "png" | "jpeg" | "gif" | "webp" | "avif";
  noise?: boolean;
} = {}): Promise<Buffer> {
  const picture = noise
    ? sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    : sharp({ create: { width, height, channels: 3, background: "#775533" } });
  return picture.toFormat(format).toBuffer();
}

/** A multipart body with one file, and its headers. */
export function aMultipartForm(
  field: string,
  name: string,
  type: string,
  bytes: Buffer,
): { headers: Record<string, string>; payload: Buffer } {
  const boundary = `----${randomBytes(8).toString("hex")}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/**
 * A valid black PNG with one bit per pixel, tiny for its size in pixels. With fewer `rows` than `height`, it is
 * truncated.
 */
export function aHollowPng(
  width: number,
  height: number,
  rows = height,
  { isDeep = false } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(isDeep ? 16 : 1, 8);
  // With transparency, and interlaced.
  if (isDeep) header.set([6, 0, 0, 1], 9);
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * rows));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
