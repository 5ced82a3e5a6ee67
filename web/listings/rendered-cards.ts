import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { cardNameId, type CardMarkup } from "./card-markup.ts";

/** Bytes of cards per process: some 4,000 of them. */
const budget = 16 * 1024 * 1024;

/**
 * Keeps the markup of rendered cards, so that a page is rendered with the cards of others: most of a page is cards, and
 * a change of one car leaves the others as they are.
 */
export function createRenderedCards(maxSize = budget) {
  const cards = new LRUCache<string, string>({
    maxSize,
    sizeCalculation: (markup, key) => 2 * (markup.length + key.length),
  });

  /** For rendering one page. `keep` takes the new cards from its HTML. */
  function forPage(): CardMarkup & { keep: (html: string) => void } {
    const added: { id: string; key: string }[] = [];
    return {
      find(productId, card) {
        const key = hash("sha256", card, "base64url");
        const known = cards.get(key);
        if (known === undefined) added.push({ id: cardNameId(productId), key });
        return known;
      },
      keep(html) {
        let end = 0;
        for (const { id, key } of added) {
          const at = html.indexOf(`<article aria-labelledby="${id}"`, end);
          if (at === -1) continue;
          end = html.indexOf("</article>", at) + "</article>".length;
          // A copy: a slice would keep the whole page in memory.
          cards.set(key, Buffer.from(html.slice(at, end)).toString());
        }
      },
    };
  }

  return { forPage };
}
