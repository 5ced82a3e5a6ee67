import { hash } from "node:crypto";

/** SHA-256 (base64) of each inline script of a page, for its content policy. JSON is data and needs no permission. */
export function scriptHashes(html: string): string[] {
  const inline = html.matchAll(
    /<script(?![^>]*\ssrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g,
  );
  return [...new Set([...inline].map(([, code]) => hash("sha256", code!, "base64")))];
}
