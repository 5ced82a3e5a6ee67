/**
 * A text or bytes in memory of their own size, for what is kept: a part of Node's pool, or of a buffer of zlib, would keep all
 * of it.
 */
export function ownBytes(content: string | Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === "string") bytes.write(content);
  else bytes.set(content);
  return bytes;
}
