import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

const encodings = { br: compressWithBrotli, gzip: promisify(gzip) };
/** How a page may be compressed, the preferred one first. */
export const pageEncodings = Object.keys(encodings) as PageEncoding[];
export type PageEncoding = keyof typeof encodings;

/** A rendered response that can be sent repeatedly. */
export type CachedPage = {
  status: number;
  headers: [string, string][];
  body: Buffer;
  /** Weak, because it is the same for every encoding. */
  etag: string;
  /** The body in this encoding, compressed on the first call. */
  compressed: (encoding: PageEncoding) => Promise<Buffer>;
};

/** Bytes of cached pages per process. The least recently used pages are dropped first. */
const budget = 50 * 1024 * 1024;

/**
 * Caches rendered pages by URL until the catalogue changes. Concurrent requests for a page share one rendering.
 */
export function createPageCache(catalogueVersion: () => number | string, maxSize = budget) {
  const cached = new LRUCache<string, CachedPage>({ maxSize, sizeCalculation: sizeOf });
  const rendering = new Map<string, Promise<CachedPage>>();
  let version = catalogueVersion();

  /** The page at `key`, rendered if it is not cached. Without a key, it is always rendered and not cached. */
  async function get(key: string | null, render: () => Promise<Response>): Promise<CachedPage> {
    if (key === null) return readWhole(await render());
    if (version !== catalogueVersion()) {
      cached.clear();
      rendering.clear();
      version = catalogueVersion();
    }
    const found = cached.get(key) ?? rendering.get(key);
    if (found) return found;
    const started = renderAndCache(key, render);
    rendering.set(key, started);
    const remove = () => void (rendering.get(key) === started && rendering.delete(key));
    started.then(remove, remove);
    return started;
  }

  async function renderAndCache(key: string, render: () => Promise<Response>): Promise<CachedPage> {
    const startedAt = catalogueVersion();
    const page = await readWhole(await render());
    // Errors are not cached: URLs that do not exist must not displace pages.
    const mayCache = page.status === 200 && !isNoStore(page);
    if (mayCache && startedAt === catalogueVersion()) cached.set(key, page);
    return page;
  }

  return { get };
}

// The compressed bodies are a third of a page or less together.
const sizeWithCompressed = 1.33;

/** Whether a page may change before the catalogue does. */
function isNoStore({ headers }: CachedPage): boolean {
  return headers.some(([name, value]) => name === "cache-control" && value.includes("no-store"));
}

/** A page's size in memory, including its key and headers, which matter for small pages with long URLs. */
function sizeOf(page: CachedPage, key: string): number {
  const headers = page.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return Math.ceil(page.body.byteLength * sizeWithCompressed) + 2 * (key.length + headers);
}

async function readWhole(response: Response): Promise<CachedPage> {
  const body = Buffer.from(await response.arrayBuffer());
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 27);
  const compressed = new Map<PageEncoding, Promise<Buffer>>();
  return {
    status: response.status,
    headers: [...response.headers],
    body,
    etag: `W/"${hash}"`,
    compressed(encoding) {
      const started = compressed.get(encoding) ?? encodings[encoding](body);
      compressed.set(encoding, started);
      return started;
    },
  };
}

// The default quality of 11 takes seconds per page.
function compressWithBrotli(body: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}
