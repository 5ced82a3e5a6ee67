import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

const framework = /\/node_modules\/(react|react-dom|scheduler|react-router|cookie)\//;

export default defineConfig({
  publicDir: "web/public",
  plugins: [tailwindcss(), reactRouter(), compressAssets()],
  environments: {
    client: {
      build: {
        sourcemap: process.env.SCRIPT_MAPS === undefined ? false : "hidden",
        rolldownOptions: {
          output: {
            // Every page lists all of these names.
            chunkFileNames: "assets/[hash].js",
            entryFileNames: "assets/[hash].js",
            codeSplitting: {
              groups: [
                { name: "react", test: framework, priority: 3 },
                { name: nameFor("shop", isOnMostPages), priority: 2 },
                { name: nameFor("results", isOfResults), priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundled, because the package by itself loads a file for each of its icons: half a second of each start.
      resolve: { noExternal: ["lucide-react"] },
      // The server and the pages are one bundle, so router context keys exist once and the start needs no transform.
      build: { rollupOptions: { input: "./server/main.ts" } },
    },
  },
});

/** What every public page loads, and the pages that most visitors only look at. */
const frame = ["web/root.tsx", "web/layout/public-layout.tsx", "web/entry.client.tsx"];
/** Hydrates the page as soon as it runs, so it is in no file that a page imports before. */
const entry = "web/entry.client.tsx";
const visitorPages = ["home", "category", "search", "car"].map(pageFile);

function pageFile(name: string): string {
  return `web/pages/${name}.tsx`;
}

type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null };

/**
 * A visitor's first page loads React, what these pages share, and its own code: few files, which stay cached from page
 * to page (docs/decisions/0040-code-loads-when-it-is-needed.md). Rolldown adds what a chunk's modules need of other
 * packages, and splits the rest.
 */
function nameFor(chunk: string, belongs: (users: ReadonlySet<string>) => boolean) {
  return (id: string, modules: Modules) => {
    if (id.includes("/node_modules/") || id.includes(entry)) return null;
    return belongs(usersOf(id, modules)) ? chunk : null;
  };
}

function isOnMostPages(users: ReadonlySet<string>): boolean {
  return users.has("frame") || (users.size > 1 && !isOfResults(users));
}

function isOfResults(users: ReadonlySet<string>): boolean {
  return users.size === 2 && users.has(pageFile("category")) && users.has(pageFile("search"));
}

/** The visitors' pages whose static imports lead to this module; "frame" is on all of them. */
function usersOf(id: string, modules: Modules): Set<string> {
  const users = new Set<string>();
  const seen = new Set<string>();
  const visit = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
    if (frame.some((file) => module.includes(file))) users.add("frame");
    const page = visitorPages.find((file) => module.includes(file));
    if (page) users.add(page);
    modules.getModuleInfo(module)?.importers.forEach(visit);
  };
  visit(id);
  return users;
}

/** Compresses scripts and styles as small as Brotli can, which takes too long for each request. */
function compressAssets(): Plugin {
  const compress = promisify(brotliCompress);
  return {
    name: "compress-assets",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    async writeBundle({ dir }, bundle) {
      const texts = Object.values(bundle).flatMap((file) => {
        if (!/\.(js|css)$/.test(file.fileName)) return [];
        return [{ name: file.fileName, text: file.type === "chunk" ? file.code : file.source }];
      });
      const write = async ({ name, text }: (typeof texts)[number]) =>
        writeFile(path.join(dir ?? "", `${name}.br`), await compress(text));
      await Promise.all(texts.map(write));
    },
  };
}
