import { categories } from "#shared/categories/category.ts";
import { listingPath } from "#shared/listings/listing-path.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { shopAddress } from "#server/platform/config/config.ts";
import type { Deps } from "#server/deps.ts";
import type { App } from "#server/platform/http/app-instance.ts";

type SitemapDeps = Pick<Deps, "catalogue" | "config">;
type Entry = { path: string; changedAt: Date | null };

/** The most URLs a file may have: https://www.sitemaps.org/protocol.html */
const urlsPerFile = 50_000;

/**
 * robots.txt, the sitemap index and its files. Cars are in the order in which they were added, so full files stay the
 * same.
 */
export function sitemapRoutes(app: App, deps: SitemapDeps, perFile = urlsPerFile): void {
  const origin = shopAddress(deps.config);
  const schema = { hide: true };
  const sitemap = { schema, config: { routeName: "files", priority: "optional" } } as const;

  app.get("/robots.txt", { schema, config: { routeName: "files" } }, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", robotsCache)
      .send(robots(origin)),
  );

  app.get("/sitemap.xml", sitemap, (_request, reply) => {
    const files = [{ path: "/sitemaps/pages.xml", changedAt: null }, ...carFiles(deps, perFile)];
    const xml = document("sitemapindex", "sitemap", origin, files);
    return reply.type(xmlType).header("cache-control", sitemapCache).send(xml);
  });

  app.get<{ Params: { file: string } }>("/sitemaps/:file", sitemap, (request, reply) => {
    const entries = entriesOf(deps, request.params.file, perFile);
    if (!entries) throw new AppError("not_found");
    const xml = document("urlset", "url", origin, entries);
    return reply.type(xmlType).header("cache-control", sitemapCache).send(xml);
  });
}

const xmlType = "application/xml; charset=utf-8";
const robotsCache = "public, max-age=300";
/** Short, because a car that is sold has to leave the sitemap within a minute, also behind a cache. */
const sitemapCache = "public, max-age=30";

function robots(origin: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /dashboard
Disallow: /login
Disallow: /signup
Disallow: /*?*book=
Disallow: /*?*report=

Sitemap: ${origin}/sitemap.xml
`;
}

/** One file for each 50,000 cars of a brand; none for a brand without cars. */
function carFiles({ catalogue }: SitemapDeps, perFile: number): Entry[] {
  return categories.flatMap(({ id }) => {
    const files = Math.ceil((catalogue.counts()[id] ?? 0) / perFile);
    return Array.from({ length: files }, (_, part) => ({
      path: `/sitemaps/cars-${id}-${part + 1}.xml`,
      // A car that leaves moves the later ones to the file before.
      changedAt: lastChange([
        ...catalogue.listAddresses(id, part * perFile, perFile).map((car) => car.changedAt),
        catalogue.lastDeparture(id),
      ]),
    }));
  });
}

function entriesOf(deps: SitemapDeps, file: string, perFile: number): Entry[] | null {
  if (file === "pages.xml") return pageEntries(deps, perFile);
  const [, category, part] = /^cars-(\d)-([1-9]\d{0,4})\.xml$/.exec(file) ?? [];
  if (category === undefined) return null;
  const from = (Number(part) - 1) * perFile;
  const cars = deps.catalogue.listAddresses(Number(category), from, perFile);
  if (cars.length === 0) return null;
  return cars.map((car) => ({ path: listingPath(car), changedAt: car.changedAt }));
}

// The home page and the articles do not record when they change.
function pageEntries(deps: SitemapDeps, perFile: number): Entry[] {
  const files = carFiles(deps, perFile);
  const brands = categories.map(({ id }) => {
    const own = files.filter(({ path }) => path.startsWith(`/sitemaps/cars-${id}-`));
    const changes = [...own.map(({ changedAt }) => changedAt), deps.catalogue.lastDeparture(id)];
    return { path: `/products/${id}`, changedAt: lastChange(changes) };
  });
  const others = ["/sell", "/blog"].map((path) => ({ path, changedAt: null }));
  return [{ path: "/", changedAt: null }, ...brands, ...others];
}

function lastChange(times: readonly (Date | null)[]): Date | null {
  let last: Date | null = null;
  for (const at of times) if (at && (!last || at > last)) last = at;
  return last;
}

// Paths have only letters, digits and hyphens, so nothing needs to be escaped.
function document(root: string, element: string, origin: string, entries: readonly Entry[]) {
  const lines = entries.map(({ path, changedAt }) => {
    const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
    return `<${element}><loc>${origin}${path}</loc>${lastmod}</${element}>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join("")}</${root}>
`;
}
