import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { DocumentPieces } from "#web/pages/page-services.ts";
import { ownBytes } from "#web/platform/loading/own-bytes.ts";
import { withBody } from "./page-content.ts";

const gzipInThread = promisify(gzip);
const brotliInThread = promisify(brotliCompress);
const decodeGzip = promisify(gunzip);
const decodeBrotli = promisify(brotliDecompress);
/** In one chunk for most pages: another costs two more turns of the thread pool. */
const chunkSize = 64 * 1024;
const decoded = { chunkSize: 256 * 1024 };

/**
 * How a body is compressed for its first request, which for most URLs is the only one, and for all others. The default
 * levels save a few percent more and take several times as long.
 */
const encodings = {
  br: {
    first: withBrotli(4),
    later: withBrotli(5),
    decode: (body: Buffer) => decodeBrotli(body, decoded),
  },
  gzip: {
    first: withGzip(1),
    later: withGzip(4),
    decode: (body: Buffer) => decodeGzip(body, decoded),
  },
};
/** How a page may be compressed, the preferred one first. */
export const pageEncodings = Object.keys(encodings) as PageEncoding[];
export type PageEncoding = keyof typeof encodings;

export type RenderedPage = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  pieces: DocumentPieces;
  /** The template of its path, for metrics. */
  route: string;
};

/** A rendered page that can be sent repeatedly. In the cache it is only kept compressed. */
export type CachedPage = Omit<RenderedPage, "pieces"> & {
  /** Bytes of its first compressed body. 0 for a page that is sent once. */
  size: number;
  /**
   * The body in this encoding, or as it is: a promise if it has to be compressed or decompressed first. The second call for
   * an encoding starts to compress it better for later ones.
   */
  body: (encoding: PageEncoding | null) => Buffer | Promise<Buffer>;
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

  /**
   * The page at `key`, rendered and compressed in `encoding` if it is not cached. Without a key, it is always rendered and
   * not cached.
   */
  async function get(
    key: string | null,
    encoding: PageEncoding | null,
    render: () => Promise<RenderedPage>,
  ): Promise<CachedPage> {
    if (key === null) return pageForOne(await render());
    const cachedPage = find(key) ?? rendering.get(key);
    if (cachedPage) return cachedPage;
    const started = renderAndCache(key, encoding, render);
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
    encoding: PageEncoding | null,
    render: () => Promise<RenderedPage>,
  ): Promise<CachedPage> {
    const startedAt = catalogueVersion();
    const page = await cachedPage(await render(), encoding);
    // Errors are not cached: URLs that do not exist must not displace pages.
    const mayCache = page.status === 200 && !isNoStore(page);
    if (mayCache && startedAt === catalogueVersion()) cached.set(key, page);
    return page;
  }

  return { find, get };
}

// A page that is asked for in both encodings is kept in both.
const sizeWithOthers = 2;

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
  return sizeWithOthers * (page.size + key.length + headers);
}

/** A page for one visitor, who may have it already: it is compressed when it is sent. */
function pageForOne({ pieces, ...page }: RenderedPage): CachedPage {
  const body = (encoding: PageEncoding | null) =>
    withBody(pieces, async (bytes) =>
      encoding ? compress(bytes, encoding, "first") : ownBytes(bytes),
    );
  return { ...page, size: 0, body };
}

async function cachedPage(
  { pieces, ...page }: RenderedPage,
  wanted: PageEncoding | null,
): Promise<CachedPage> {
  // Those who take no encoding are few, and get the body from what is kept.
  const firstEncoding = wanted ?? "gzip";
  const first = await withBody(pieces, (body) => compress(body, firstEncoding, "first"));
  const bodies = new Map<PageEncoding, Buffer | Promise<Buffer>>([[firstEncoding, first]]);
  const asked = new Set<PageEncoding>();
  const improved = new Set<PageEncoding>();
  const plain = async () => encodings[firstEncoding].decode(await bodies.get(firstEncoding)!);

  async function encode(encoding: PageEncoding, level: "first" | "later"): Promise<Buffer> {
    const done = await compress(await plain(), encoding, level);
    bodies.set(encoding, done);
    return done;
  }

  function body(encoding: PageEncoding | null): Buffer | Promise<Buffer> {
    if (encoding === null) return plain();
    const encodedBody = bodies.get(encoding);
    if (!encodedBody) {
      const started = encode(encoding, "first");
      bodies.set(encoding, started);
      // The next request tries again.
      started.catch(() => bodies.delete(encoding));
      asked.add(encoding);
      return started;
    }
    if (asked.has(encoding) && encodedBody instanceof Buffer && !improved.has(encoding)) {
      improved.add(encoding);
      // What the first request got is good enough if this fails.
      encode(encoding, "later").catch(() => undefined);
    }
    asked.add(encoding);
    return encodedBody;
  }

  return { ...page, size: first.length, body };
}

async function compress(
  body: Buffer,
  encoding: PageEncoding,
  level: "first" | "later",
): Promise<Buffer> {
  return ownBytes(await encodings[encoding][level](body));
}

function withGzip(level: number) {
  return (body: Buffer): Promise<Buffer> => gzipInThread(body, { level, chunkSize });
}

function withBrotli(quality: number) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return (body: Buffer): Promise<Buffer> => brotliInThread(body, { params, chunkSize });
}
