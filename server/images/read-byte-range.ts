import type { ByteRange } from "./storage/image-storage.ts";

/**
 * Reads the header `Range` for a file of `size` bytes (RFC 9110, section 14.1.2).
 * @returns null if the whole file should be sent: for other units, several ranges, and what is not valid
 */
export function readByteRange(header: string, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
