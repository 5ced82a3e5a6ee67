import { hash, randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { FindMarkup, Part } from "./known-markup.ts";
import { ownBytes } from "./own-bytes.ts";

/** Bytes of markup per process: of about 4,000 cards. */
const budget = 16 * 1024 * 1024;

type PageMarkup = {
  /** Returns a sign for the part, which `fill` replaces, or nothing if it is new. */
  find: FindMarkup;
  /**
   * Called once with the page: returns it in pieces, texts and parts as bytes, the known ones in the place of their signs.
   * Keeps the new parts, which are in the order in which they were looked for. Equal pages have equal pieces, whichever parts
   * were known.
   */
  fill: (html: string) => (string | Buffer)[];
};

const hashes = new WeakMap<object, string>();

/** A hash of what an object contains, made once: pages show the same cars and counts again and again. */
function hashOf(object: object): string {
  const cachedHash = hashes.get(object);
  if (cachedHash !== undefined) return cachedHash;
  const made = hash("sha256", JSON.stringify(object), "base64url");
  hashes.set(object, made);
  return made;
}

/**
 * Keeps the markup of rendered parts, so that a page is rendered with the parts of others: most of a page is cards, and a
 * change of one car leaves the others as they are. Known parts are not rendered, searched or encoded again: a page has
 * short signs for them until it is sent.
 */
export function createKeptMarkup(maxSize = budget) {
  const markups = new LRUCache<string, Buffer>({
    maxSize,
    sizeCalculation: (markup, key) => markup.length + 2 * key.length,
  });
  // What users write cannot contain it. The number of the part follows.
  const sign = `<!--${randomUUID()} `;
  const signEnd = "-->";

  /** For rendering one page. */
  function forPage(): PageMarkup {
    const parts: Buffer[] = [];
    const added: Omit<Part, "of">[] = [];

    function fillSigns(html: string): (string | Buffer)[] {
      const [first, ...others] = html.split(sign);
      const filled = others.flatMap((text) => {
        const end = text.indexOf(signEnd);
        return [parts[Number(text.slice(0, end))]!, text.slice(end + signEnd.length)];
      });
      return [first!, ...filled];
    }

    return {
      find({ key: text, of, start, end }) {
        const key = [...of.map(hashOf), text].join(" ");
        const markup = markups.get(key);
        if (markup) return `${sign}${parts.push(markup) - 1}${signEnd}`;
        added.push({ key, start, end });
        return undefined;
      },
      fill(html) {
        const pieces: (string | Buffer)[] = [];
        let from = 0;
        for (const { key, start, end } of added) {
          const at = html.indexOf(start, from);
          const ended = at === -1 ? -1 : html.indexOf(end, at);
          if (ended === -1) continue;
          const until = ended + end.length;
          const markup = ownBytes(html.slice(at, until));
          markups.set(key, markup);
          pieces.push(...fillSigns(html.slice(from, at)), markup);
          from = until;
        }
        return [...pieces, ...fillSigns(html.slice(from))];
      },
    };
  }

  return { forPage };
}
