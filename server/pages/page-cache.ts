import { LRUCache } from "lru-cache";

/** A rendered response that can be sent repeatedly. */
export type CachedPage = { status: number; headers: [string, string][]; body: Buffer };

/** Bytes of cached pages per process. The least recently used pages are dropped first. */
const budget = 50 * 1024 * 1024;

/**
 * Caches rendered pages by URL until the catalogue changes. Concurrent requests for a page share one rendering.
 */
export function createPageCache(catalogueVersion: () => number, maxSize = budget) {
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
    if (page.status === 200 && startedAt === catalogueVersion()) cached.set(key, page);
    return page;
  }

  return { get };
}

/** A page's size in memory, including its key and headers, which matter for small pages with long URLs. */
function sizeOf(page: CachedPage, key: string): number {
  const headers = page.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return page.body.byteLength + 2 * (key.length + headers);
}

async function readWhole(response: Response): Promise<CachedPage> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: Buffer.from(await response.arrayBuffer()),
  };
}
