/** Kinds of picture that may be uploaded. */
type UploadKind = "png" | "jpeg" | "gif" | "webp" | "avif";

/**
 * What a file is by its first bytes; its name and stated type are the sender's claim and count for nothing.
 * Signatures: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern, and ISO/IEC 23008-12 for AVIF's brands.
 */
export function uploadKindOf(bytes: Buffer): UploadKind | null {
  const text = (start: number, end: number) => bytes.toString("latin1", start, end);
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (/^GIF8[79]a$/.test(text(0, 6))) return "gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && /avi[fs]/.test(text(8, Math.min(bytes.readUInt32BE(0), 64))))
    return "avif";
  return null;
}
