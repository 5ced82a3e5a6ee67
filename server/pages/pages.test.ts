import { sql } from "drizzle-orm";
import {
  data,
  type HeadersArgs,
  type HandleDocumentRequestFunction,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { createLogger } from "#server/platform/logger.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { rawGet, rawRequest } from "#testing/raw-request.ts";
import { createTestApp } from "#testing/test-app.ts";
import { handleError } from "#web/entry.server.tsx";
import { pageServices } from "#web/pages/page-services.ts";
import { pages } from "./pages.ts";

const { db: nowhere } = connectDatabase("postgres://marque@127.0.0.1:1/marque", 2);
let shop: Awaited<ReturnType<typeof createTestApp>>;
let address: string;
let rendered = 0;
let version = 1;
let logged = "";

const render: HandleDocumentRequestFunction = (request, status, headers, entry, context) => {
  const { pathname, search } = new URL(request.url);
  const who = context.get(pageServices).hasSession ? "member" : "guest";
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(
    `<script>run()</script>page ${pathname}${search} for ${who}, rendering ${++rendered}
     ${JSON.stringify(entry.staticHandlerContext.loaderData)}`,
    { status, headers },
  );
};

/** Pages that only show their URL, whether there is a session, and how often a page was rendered. */
/** What the list pages show. */
const readLists = ({ context }: LoaderFunctionArgs) => {
  const services = context.get(pageServices);
  return [
    services.listAdvertised({ limit: 24, sort: "newest" }),
    services.searchListings({ make: ["BMW"], limit: 24 }),
  ];
};

const routeModule = {
  default: () => null,
  headers: ({ loaderHeaders }: HeadersArgs) => loaderHeaders,
};
const build = {
  entry: {
    module: {
      default: render,
      handleError,
    },
  },
  routes: Object.fromEntries(
    Object.entries({
      home: { index: true },
      login: { path: "login" },
      category: { path: "products/:id", loader: readLists },
      payment: { path: "dashboard/payment/:id" },
      private: {
        path: "private",
        loader: () => data(null, { headers: { "cache-control": "no-store" } }),
      },
      broken: { path: "broken", loader: () => Promise.reject(new Error("The loader broke.")) },
      unavailable: { path: "unavailable", loader: () => nowhere.execute(sql`select 1`) },
      missing: { path: "*", loader: () => data(null, { status: 404 }) },
    }).map(([id, { path, loader, ...route }]: [string, Partial<Piece>]) => [
      id,
      { id, ...route, ...(path && { path }), module: { ...routeModule, loader } },
    ]),
  ),
  assets: { entry: { module: "", imports: [] }, routes: {}, url: "", version: "1" },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  future: { v8_middleware: true, v8_trailingSlashAwareDataRequests: true },
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
} as unknown as ServerBuild;
type Piece = { index: boolean; path: string; loader: (args: LoaderFunctionArgs) => unknown };

async function open(env: Record<string, string> = {}) {
  const settings = { ...process.env, DATABASE_URL: shop.databaseUrl, ...env };
  const config = loadConfig({
    ...settings,
    DATA_DIR: shop.deps.config.DATA_DIR,
    AUTH_SECRET: "a secret of the tests, long enough for them",
    RATE_LIMITS: "off",
    LOG_LEVEL: "info",
  });
  const log = createLogger(config, { write: (line) => void (logged += line) });
  const catalogue = { ...shop.deps.catalogue, version: () => version };
  const deps = { ...shop.deps, config, log, catalogue };
  const app = await buildApp(deps);
  await pages(app, deps, { build: () => Promise.resolve(build) });
  return { app, address: await app.listen({ port: 0, host: "127.0.0.1" }) };
}

type Opened = Awaited<ReturnType<typeof open>>;
let direct: Opened;
let proxied: Opened;

beforeAll(async () => {
  shop = await createTestApp();
  direct = await open({ PUBLIC_URL: "https://cars.example" });
  proxied = await open({ PUBLIC_URL: "https://cars.example", TRUSTED_PROXIES: "127.0.0.1" });
  address = direct.address;
});
afterAll(async () => {
  await direct.app.close();
  await proxied.app.close();
  await shop.close();
});

/** Clears the cache, like a change of the catalog. */
const emptyCache = () => void (version += 1);

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(address + path, { headers });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
};

const hostile = ["/", "?", "#", " "].flatMap((sign) => [`x${sign}login`, `x${sign}login${sign}y`]);
const poisons = [
  ["HTTP/1.0 without Host", [], "1.0"],
  ["HTTP/1.0 with another Host", ["Host: other.example"], "1.0"],
  ["another Host", ["Host: other.example"]],
  ["no name in Host", ["Host:"]],
  ["two Hosts", ["Host: localhost", "Host: other.example"]],
  ...hostile.flatMap((value): [string, string[]][] => [
    [`Host: ${value}`, [`Host: ${value}`]],
    [`X-Forwarded-Host: ${value}`, ["Host: localhost", `X-Forwarded-Host: ${value}`]],
    [`X-Forwarded-Proto: ${value}`, ["Host: localhost", `X-Forwarded-Proto: ${value}`]],
    [
      `X-Forwarded-Proto: http://${value}`,
      ["Host: localhost", `X-Forwarded-Proto: http://${value}`],
    ],
  ]),
] as [name: string, lines: string[], version?: string][];

test.each([
  ["directly", () => direct.address],
  ["behind a trusted proxy", () => proxied.address],
])("does not let headers change a cached page, %s", async (_, where) => {
  const path = "/login?sort=price-asc";
  const itsPage = expect.stringContaining(`page ${path} `);
  for (const [name, lines, version] of poisons) {
    emptyCache();
    const attack = await rawGet(where(), path, lines, version);
    const isMalformed = /^(Host: (?!$)|no name|two Hosts)/.test(name);
    expect([name, attack.status]).toEqual([name, isMalformed ? 400 : 200]);
    if (!isMalformed) expect([name, attack.body]).toEqual([name, itsPage]);
    const after = await fetch(where() + path);
    expect([name, await after.text()]).toEqual([name, itsPage]);
  }
});

test("refuses a malformed Host with a message and accepts any host name", async () => {
  const refused = await rawGet(address, "/login", ["Host: a b"]);
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.body)).toMatchObject({
    message: "The Host header must be one host name.",
    error: { code: "invalid_input", fields: { host: expect.any(String) } },
  });
  expect(refused.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000", "cars.example", "my_host"])
    expect([host, (await rawGet(address, "/login", [`Host: ${host}`])).status]).toEqual([
      host,
      200,
    ]);
});

test.each(["http://other.example/login", "https://cars.example/api/products", "*", "other"])(
  "a target that is no path is refused: %s",
  async (target) => {
    const method = target === "*" ? "OPTIONS" : "GET";
    const head = `${method} ${target} HTTP/1.1\r\nHost: cars.example\r\nConnection: close\r\n\r\n`;
    expect((await rawRequest(address, head)).status).toBe(400);
  },
);

test.each(["//other.example/login", "/x/../login", "/login#x", "/\\other.example/login"])(
  "an odd path is answered by its own address: %s",
  async (target) => {
    await rawGet(address, target, ["Host: localhost"]);
    for (const path of ["/", "/login"]) expect((await get(path)).body).toContain(`page ${path} `);
  },
);

test.each([
  ["/login.", "/login"],
  ["/login),%20", "/login"],
  ["/login%3E?role=Seller", "/login?role=Seller"],
  ["/login%E2%80%9D%C2%BB", "/login"],
  ["//other.example/login.", "/other.example/login"],
])("a link with punctuation after it leads to its page: %s", async (given, meant) => {
  const response = await fetch(address + given, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([301, meant]);
});

test.each(["/caf%C3%A9", "/login%", "/login%E2", "/."])("does not change %s", async (path) => {
  expect((await fetch(address + path, { redirect: "manual" })).status).not.toBe(301);
});

test("refuses unsupported methods without logging errors", async () => {
  logged = "";
  const requests: [string, number][] = [
    ["OPTIONS /login", 405],
    ["TRACE /login", 405],
    ["PUT /login", 405],
    ["PATCH /", 405],
    ["DELETE /", 405],
    ["POST /login", 405],
    ["POST /nothing", 405],
    ["POST /login.data", 405],
    ["OPTIONS /api/products", 404],
    ["TRACE /api/products", 404],
    ["POST /api/nothing", 404],
  ];
  for (const [line, status] of requests)
    for (const more of [
      "",
      "Content-Length: 0\r\n",
      "Content-Type: text/plain\r\nContent-Length: 0\r\n",
    ]) {
      const answer = await rawRequest(
        address,
        `${line} HTTP/1.1\r\nHost: localhost\r\n${more}Connection: close\r\n\r\n`,
      );
      expect([line, more, answer.status]).toEqual([line, more, status]);
      if (status === 405) expect([line, answer.headers.allow]).toEqual([line, "GET, HEAD"]);
    }
  expect(logged).not.toMatch(/"level":(50|60)/);
});

test("refuses a form from another site and answers one of ours with the page", async () => {
  const post = (origin: string) =>
    fetch(`${address}/login`, { method: "POST", headers: { origin } });
  expect((await post("https://other.example")).status).toBe(403);
  expect((await post("null")).status).toBe(403);
  expect((await post("https://cars.example")).status).toBe(405);
});

test("answers 500 and logs an error if a page fails", async () => {
  logged = "";
  expect((await get("/broken")).status).toBe(500);
  expect(logged).toMatch(/"level":50.*The loader broke\./);
});

test("answers 503 with Retry-After if a page needs the database and cannot reach it", async () => {
  const { status, headers } = await get("/unavailable");
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("2");
});

test("shares a rendering among visitors without a session only", async () => {
  emptyCache();
  const first = await get("/login");
  expect(first.body).toContain("for guest");
  expect((await get("/login")).body).toBe(first.body);
  for (const name of ["better-auth.session_token", "__Host-better-auth.session_token"]) {
    const cookie = `theme=dark; ${name}=any`;
    const member = await get("/login", { cookie });
    expect(member.body).toContain("for member");
    expect((await get("/login", { cookie })).body).not.toBe(member.body);
  }
  expect((await get("/login", { cookie: "theme=dark" })).body).toBe(first.body);
  expect(first.headers.get("vary")).toContain("cookie");
});

test("lets no browser or proxy store a page that says no-store", async () => {
  const { status, headers } = await get("/private");
  expect([status, headers.get("cache-control"), headers.get("etag")]).toEqual([
    200,
    "no-store",
    null,
  ]);
});

test("sends every page, including errors, with a content policy for its script", async () => {
  for (const path of ["/", "/login", "/nothing", "/products/1"])
    for (const cookie of ["", "better-auth.session_token=any"]) {
      const policy = (await get(path, { cookie })).headers.get("content-security-policy");
      const directives = policy?.split("; ");
      expect([path, directives]).toEqual([
        path,
        expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]),
      ]);
      expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'(;| 'sha)/);
    }
});

test("ignores unknown query parameters when rendering and caching", async () => {
  emptyCache();
  const plain = await get("/products/1");
  for (const query of ["?m=1", "?m=2", "?utm_source=letter&m=3", "?", "#x"])
    expect((await get(`/products/1${query}`)).body).toBe(plain.body);
  const sorted = await get("/products/1?sort=price-asc");
  expect(sorted.body).toContain("page /products/1?sort=price-asc ");
  expect((await get("/products/1?m=1&sort=price-asc&sort=newest")).body).toBe(sorted.body);
  expect((await get("/products/1?cursor=x")).body).toContain("page /products/1?cursor=x ");
  const fuels = "/products/1?fuel=diesel&fuel=petrol";
  expect((await get(`${fuels}&fuel=diesel`)).body).toContain(`page ${fuels} `);
});

test("embeds no descriptions in list pages, while the API returns them", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const description = "Kept in a heated garage.";
  const facts = { sellerId: seller.id, make: "BMW" as const, isAdvertised: true };
  const car = await aListing(shop.deps, { ...facts, description });
  await shop.deps.catalogue.refresh();
  emptyCache();
  const page = await get("/products/1");
  expect(page.body.split(car.id)).toHaveLength(3);
  expect(page.body).not.toContain(description);
  for (const path of ["/api/products", "/api/products/1"])
    expect((await shop.call("GET", path)).body[0]).toMatchObject({ _id: car.id, description });
});

test("serves every file that its sitemap names", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  await aListing(shop.deps, { sellerId: seller.id, make: "Audi", categoryId: 3 });
  await shop.deps.catalogue.refresh();
  const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!);
  const index = locations((await get("/sitemap.xml")).body);
  const files = ["pages", "cars-3-1"].map((file) => `https://cars.example/sitemaps/${file}.xml`);
  expect(index).toEqual(expect.arrayContaining(files));
  for (const file of index) {
    const { status, headers, body } = await get(new URL(file).pathname);
    expect([file, status, headers.get("content-type")]).toEqual([
      file,
      200,
      "application/xml; charset=utf-8",
    ]);
    expect(locations(body).length).toBeGreaterThan(0);
  }
});

test("has no pages in the API documentation", async () => {
  const { paths } = (await (await fetch(`${address}/api/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  expect(Object.keys(paths).filter((path) => !path.startsWith("/api/"))).toEqual([]);
  const methods = new Set(Object.values(paths).flatMap((path) => Object.keys(path)));
  expect([...methods].toSorted()).toEqual(["delete", "get", "patch", "post", "put"]);
});

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["identity", null],
  ["", null],
])("to a browser that accepts '%s', sends the page as %s", async (accepted, encoding) => {
  emptyCache();
  const plain = await get("/login", { "accept-encoding": "identity" });
  const { status, headers, body } = await get("/login", { "accept-encoding": accepted });
  expect(status).toBe(200);
  // fetch decodes the body.
  expect(body).toBe(plain.body);
  expect(headers.get("content-encoding")).toBe(encoding);
  expect(headers.get("vary")).toBe("cookie, accept-encoding");
  expect(headers.get("etag")).toBe(plain.headers.get("etag"));
});

test("in development, no policy keeps the scripts and styles of Vite away", async () => {
  const app = await buildApp(shop.deps);
  const dev = (_request: unknown, _response: unknown, next: () => void) => next();
  await pages(app, shop.deps, { build: () => Promise.resolve(build), dev });
  const { headers, statusCode } = await app.inject("/login");
  expect([statusCode, headers["content-security-policy"]]).toEqual([200, undefined]);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  await app.close();
});
