import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  ssr: true,
  // The shop has few routes. Sending them all saves a request per page, and links work offline.
  routeDiscovery: { mode: "initial" },
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: false,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
  buildEnd: ({ reactRouterConfig }) =>
    shrinkManifest(path.join(reactRouterConfig.buildDirectory, "client", "assets")),
} satisfies Config;

type Manifest = {
  entry: { imports: string[] };
  routes: Record<
    string,
    { imports?: string[]; css?: string[]; parentId?: string; [fact: string]: unknown }
  >;
};

/** Layouts whose pages only people with an account use, or those about to have one. */
const accountLayouts = ["layout/query-layout", "dashboard/dashboard-layout"];

/**
 * Makes the browser's list of routes a third as large once compressed, because every visitor loads it. Most of it is the
 * files that account pages share, which serve to prefetch those pages: they load at the first sign of the visitor, a
 * moment before a link can need them. In the rest, the same order in each list helps compression, and what every page has
 * loaded needs no mention. The server has its own list.
 */
async function shrinkManifest(assets: string): Promise<void> {
  const name = (await readdir(assets)).find((file) => /^manifest-.*\.js$/.test(file))!;
  const code = await readFile(path.join(assets, name), "utf8");
  const start = code.indexOf("{");
  const manifest = JSON.parse(code.slice(start, code.lastIndexOf("}") + 1)) as Manifest;
  const routes = Object.entries(manifest.routes);
  const uses = new Map<string, number>();
  for (const file of routes.flatMap(([, { imports = [] }]) => imports))
    uses.set(file, (uses.get(file) ?? 0) + 1);
  const loaded = new Set(manifest.entry.imports);
  const accountImports: Record<string, string[]> = {};
  for (const [id, route] of routes) {
    const imports = (route.imports ?? [])
      .filter((file) => !loaded.has(file))
      .toSorted((a, b) => uses.get(b)! - uses.get(a)! || (a < b ? -1 : 1));
    const isAccountPage = accountLayouts.some((one) => one === id || one === route.parentId);
    if (isAccountPage) accountImports[id] = imports;
    route.imports = isAccountPage ? [] : imports;
    // The root has loaded the shop's style sheet. Only the receipt has one of its own, for print.
    if (id !== "root") route.css = route.css?.filter((file) => !file.includes("/shop-"));
    const facts = Object.entries(route).filter(([, value]) => value !== false);
    manifest.routes[id] = Object.fromEntries(facts);
  }
  const late = name.replace("manifest", "account-imports");
  const loadLate = `for(const sign of["pointermove","pointerdown","focusin"])addEventListener(sign,()=>import("/assets/${late}").catch(()=>{}),{once:true});`;
  await writeScript(
    assets,
    name,
    `${code.slice(0, start)}${JSON.stringify(manifest)};\n${loadLate}`,
  );
  await writeScript(
    assets,
    late,
    `for(const[id,imports]of Object.entries(${JSON.stringify(accountImports)}))window.__reactRouterManifest.routes[id].imports=imports;`,
  );
}

async function writeScript(assets: string, name: string, text: string): Promise<void> {
  await writeFile(path.join(assets, name), text);
  await writeFile(path.join(assets, `${name}.br`), await promisify(brotliCompress)(text));
}
