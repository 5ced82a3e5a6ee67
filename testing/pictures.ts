import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** A picture of one colour, or of noise that does not compress. */
export async function aPicture({ width = 400, height = 300, format = "jpeg" as "png" | "jpeg" | "gif" | "webp" | "avif", noise = false } = {}): Promise<Buffer> {
  const picture = noise
    ? sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    : sharp({ create: { width, height, channels: 3, background: "#775533" } });
  return picture.toFormat(format).toBuffer();
}

/** A multipart body with one file, and the headers that go with it. */
export function aMultipartForm(field: string, name: string, type: string, bytes: Buffer): { headers: Record<string, string>; payload: Buffer } {
  const boundary = `----${randomBytes(8).toString("hex")}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
