/** A text as bytes in memory of its own, for what is kept: a part of Node's pool would keep the whole pool. */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
