import { hash } from "node:crypto";
import type { DocumentPieces } from "#web/pages/page-services.ts";

/** A page's ETag. It is weak because it is the same for every encoding. */
export function etagOf(pieces: DocumentPieces): string {
  const content = pieces.map((piece) => (typeof piece === "string" ? piece : hashOf(piece)));
  return `W/"${shortHash(content.join("\n"))}"`;
}

/** Most of a page is parts of other pages, each of which is hashed once. */
const hashes = new WeakMap<Uint8Array, string>();

function hashOf(part: Uint8Array): string {
  const cachedHash = hashes.get(part);
  if (cachedHash !== undefined) return cachedHash;
  const made = shortHash(part);
  hashes.set(part, made);
  return made;
}

/** 162 bits of a SHA-256, in base64url. */
function shortHash(content: string | Uint8Array): string {
  return hash("sha256", content, "base64url").slice(0, 27);
}

/**
 * Memory for pages that are being compressed, at most 8 MB. With new memory for each page, V8 would collect all garbage every
 * second.
 */
const unused: Buffer[] = [];
/** More pages, or larger ones, get memory of their own. */
const mostUnused = 32;
const usualSize = 256 * 1024;

/** Calls `use` with a page's body, which is not to be read once the promise settles. */
export async function withBody<Result>(
  pieces: DocumentPieces,
  use: (body: Buffer) => Promise<Result>,
): Promise<Result> {
  const size = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const isUsual = size <= usualSize;
  const memory = (isUsual && unused.pop()) || Buffer.allocUnsafeSlow(isUsual ? usualSize : size);
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece !== "string") memory.set(piece, at);
    at += typeof piece === "string" ? memory.write(piece, at) : piece.length;
  }
  try {
    return await use(memory.subarray(0, at));
  } finally {
    if (isUsual && unused.length < mostUnused) unused.push(memory);
  }
}
