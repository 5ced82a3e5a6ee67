import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { FindMarkup, Part } from "./known-markup.ts";

/** Bytes of markup per process: of about 4,000 cards. */
const budget = 16 * 1024 * 1024;

/**
 * Keeps the markup of rendered parts, so that a page is rendered with the parts of others: most of a page is cards, and a
 * change of one car leaves the others as they are.
 */
export function createKeptMarkup(maxSize = budget) {
  const kept = new LRUCache<string, string>({
    maxSize,
    sizeCalculation: (markup, key) => 2 * (markup.length + key.length),
  });

  /** For rendering one page. `keep` takes the new parts from its HTML, in their order. */
  function forPage(): { find: FindMarkup; keep: (html: string) => void } {
    const parts: (Part & { isKnown: boolean })[] = [];
    return {
      find(part) {
        const key = hash("sha256", part.key, "base64url");
        const known = kept.get(key);
        parts.push({ ...part, key, isKnown: known !== undefined });
        return known;
      },
      keep(html) {
        let from = 0;
        for (const { key, start, end, isKnown } of parts) {
          const at = html.indexOf(start, from);
          if (at === -1) continue;
          from = html.indexOf(end, at) + end.length;
          // A copy: a slice would keep the whole page in memory.
          if (!isKnown) kept.set(key, Buffer.from(html.slice(at, from)).toString());
        }
      },
    };
  }

  return { forPage };
}
