/** A rendered answer, ready to be sent any number of times. */
export type KeptPage = { status: number; headers: [string, string][]; body: Buffer };

/** Pages kept per process; beyond it the oldest go. At about 100 kB a page this is some 50 MB at the most. */
const maximumPages = 500;

/**
 * Keeps rendered pages by their address for as long as the catalogue stands still. Two requests for a page that is
 * being rendered share the one rendering. Only a cache: it can be lost at any time.
 */
export function createPageCache(catalogueVersion: () => number) {
  const kept = new Map<string, Promise<KeptPage>>();
  let version = catalogueVersion();

  /** The page at `key`, rendered if it is not kept; null as key renders and keeps nothing. */
  async function get(key: string | null, render: () => Promise<Response>): Promise<KeptPage> {
    if (key === null) return keep(await render());
    if (version !== catalogueVersion()) {
      kept.clear();
      version = catalogueVersion();
    }
    const found = kept.get(key);
    if (found) return found;
    const page = render().then(keep);
    kept.set(key, page);
    if (kept.size > maximumPages) kept.delete(kept.keys().next().value!);
    // Errors are rendered anew each time: an address that does not exist must not push out pages that do.
    page.then(
      (rendered) => rendered.status === 200 || kept.delete(key),
      () => kept.delete(key),
    );
    return page;
  }

  return { get };
}

async function keep(response: Response): Promise<KeptPage> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: Buffer.from(await response.arrayBuffer()),
  };
}
