import { hash } from "node:crypto";
import type { DocumentPieces } from "#web/pages/page-services.ts";

/** A page's body and its ETag, which is weak because it is the same for every encoding. */
export function contentOf(pieces: DocumentPieces): { body: Buffer; etag: string } {
  const bytes = pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece));
  const content = pieces.map((piece) => (typeof piece === "string" ? piece : hashOf(piece)));
  return { body: Buffer.concat(bytes), etag: `W/"${shortHash(content.join("\n"))}"` };
}

/** Most of a page is parts of other pages, each of which is hashed once. */
const hashes = new WeakMap<Uint8Array, string>();

function hashOf(part: Uint8Array): string {
  const known = hashes.get(part);
  if (known !== undefined) return known;
  const made = shortHash(part);
  hashes.set(part, made);
  return made;
}

/** 162 bits of a SHA-256, in base64url. */
function shortHash(content: string | Uint8Array): string {
  return hash("sha256", content, "base64url").slice(0, 27);
}
