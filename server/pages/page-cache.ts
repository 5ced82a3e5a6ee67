import { LRUCache } from "lru-cache";

/** A rendered answer, ready to be sent any number of times. */
export type KeptPage = { status: number; headers: [string, string][]; body: Buffer };

/** Bytes of pages kept per process. The least recently used go first; an answer as large as all of it is not kept. */
const budget = 50 * 1024 * 1024;

/**
 * Keeps rendered pages by their address for as long as the catalogue does not change. Requests for a page that is being
 * rendered share the one rendering. Only a cache: it can be lost at any time.
 */
export function createPageCache(catalogueVersion: () => number, maxSize = budget) {
  const kept = new LRUCache<string, KeptPage>({ maxSize, sizeCalculation: sizeOf });
  const rendering = new Map<string, Promise<KeptPage>>();
  let version = catalogueVersion();

  /** The page at `key`, rendered if it is not kept; null as key renders and keeps nothing. */
  async function get(key: string | null, render: () => Promise<Response>): Promise<KeptPage> {
    if (key === null) return readWhole(await render());
    if (version !== catalogueVersion()) {
      kept.clear();
      rendering.clear();
      version = catalogueVersion();
    }
    const found = kept.get(key) ?? rendering.get(key);
    if (found) return found;
    const started = renderAndKeep(key, render);
    rendering.set(key, started);
    const forget = () => void (rendering.get(key) === started && rendering.delete(key));
    started.then(forget, forget);
    return started;
  }

  async function renderAndKeep(key: string, render: () => Promise<Response>): Promise<KeptPage> {
    const startedAt = catalogueVersion();
    const page = await readWhole(await render());
    // Errors are rendered each time: an address that does not exist must not push out pages that do.
    if (page.status === 200 && startedAt === catalogueVersion()) kept.set(key, page);
    return page;
  }

  return { get };
}

/** What a page takes in memory: its key and headers too, or many small answers under long keys would cost nothing. */
function sizeOf(page: KeptPage, key: string): number {
  const headers = page.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return page.body.byteLength + 2 * (key.length + headers);
}

async function readWhole(response: Response): Promise<KeptPage> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: Buffer.from(await response.arrayBuffer()),
  };
}
