import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

/**
 * How a body is compressed for its first request, which for most URLs is the only one, and for all others. The default
 * levels save a few percent more and take several times as long.
 */
const encodings = {
  br: { first: withBrotli(4), later: withBrotli(5) },
  gzip: { first: withGzip(1), later: withGzip(4) },
};
/** How a page may be compressed, the preferred one first. */
export const pageEncodings = Object.keys(encodings) as PageEncoding[];
export type PageEncoding = keyof typeof encodings;

export type RenderedPage = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  etag: string;
  /** The template of its path, for metrics. */
  route: string;
};

/** A rendered page that can be sent repeatedly. */
export type CachedPage = RenderedPage & {
  /** The body in this encoding, compressed on the first call, and better on the second. Only the first takes a promise. */
  compressed: (encoding: PageEncoding) => Buffer | Promise<Buffer>;
};

/** Bytes of cached pages per process. The least recently used pages are dropped first. */
const budget = 50 * 1024 * 1024;

/**
 * Caches rendered pages by URL until the catalog changes. Concurrent requests for a page share one rendering.
 */
export function createPageCache(catalogueVersion: () => number | string, maxSize = budget) {
  const cached = new LRUCache<string, CachedPage>({ maxSize, sizeCalculation: sizeOf });
  const rendering = new Map<string, Promise<CachedPage>>();
  let version = catalogueVersion();

  /** The page at `key`, if it is cached. */
  function find(key: string): CachedPage | undefined {
    dropOutdated();
    return cached.get(key);
  }

  /** The page at `key`, rendered if it is not cached. Without a key, it is always rendered and not cached. */
  async function get(key: string | null, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    if (key === null) return cachedPage(await render());
    const found = find(key) ?? rendering.get(key);
    if (found) return found;
    const started = renderAndCache(key, render);
    rendering.set(key, started);
    const remove = () => void (rendering.get(key) === started && rendering.delete(key));
    started.then(remove, remove);
    return started;
  }

  function dropOutdated(): void {
    const current = catalogueVersion();
    if (version === current) return;
    cached.clear();
    rendering.clear();
    version = current;
  }

  async function renderAndCache(
    key: string,
    render: () => Promise<RenderedPage>,
  ): Promise<CachedPage> {
    const startedAt = catalogueVersion();
    const page = cachedPage(await render());
    // Errors are not cached: URLs that do not exist must not displace pages.
    const mayCache = page.status === 200 && !isNoStore(page);
    if (mayCache && startedAt === catalogueVersion()) cached.set(key, page);
    return page;
  }

  return { find, get };
}

// The compressed bodies are a third of a page or less together.
const sizeWithCompressed = 1.33;

/** Whether a page must not be stored: it is private, or may change before the catalog does. */
export function isNoStore({ headers }: Pick<RenderedPage, "headers">): boolean {
  return headers["cache-control"]?.includes("no-store") ?? false;
}

/** A page's size in memory, including its key and headers, which matter for small pages with long URLs. */
function sizeOf(page: CachedPage, key: string): number {
  const headers = Object.entries(page.headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  );
  return Math.ceil(page.body.byteLength * sizeWithCompressed) + 2 * (key.length + headers);
}

function cachedPage(page: RenderedPage): CachedPage {
  const { body } = page;
  const compressed = new Map<PageEncoding, Buffer | Promise<Buffer>>();
  const improved = new Set<PageEncoding>();

  async function compress(encoding: PageEncoding, level: "first" | "later"): Promise<Buffer> {
    // A copy, because zlib's own buffer has room for a whole chunk, and a page in the cache would keep it.
    const done = Buffer.from(await encodings[encoding][level](body));
    compressed.set(encoding, done);
    return done;
  }

  return {
    ...page,
    compressed(encoding) {
      const known = compressed.get(encoding);
      if (!known) {
        const started = compress(encoding, "first");
        compressed.set(encoding, started);
        return started;
      }
      if (known instanceof Buffer && !improved.has(encoding)) {
        improved.add(encoding);
        // What the first request got is good enough if this fails.
        compress(encoding, "later").catch(() => undefined);
      }
      return known;
    },
  };
}

/** In one chunk for most pages: another costs two more turns of the thread pool. */
const chunkSize = 64 * 1024;

const gzipInThread = promisify(gzip);
const brotliInThread = promisify(brotliCompress);

function withGzip(level: number) {
  return (body: Buffer): Promise<Buffer> => gzipInThread(body, { level, chunkSize });
}

function withBrotli(quality: number) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return (body: Buffer): Promise<Buffer> => brotliInThread(body, { params, chunkSize });
}
