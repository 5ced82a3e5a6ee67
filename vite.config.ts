import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

const framework = /\/node_modules\/(react|react-dom|scheduler|react-router|cookie)\//;

export default defineConfig({
  publicDir: "web/public",
  plugins: [
    tailwindcss(),
    reactRouter(),
    raiseFailedChunks(),
    leaveOutUnusedRouterParts(),
    useOwnIcons(),
    loadStylesOnce(),
    compressAssets(),
  ],
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
    // Bundled, so that the server and the browser render the same icons (`useOwnIcons`).
    ssr: {
      resolve: { noExternal: ["lucide-react"] },
      // The server and the pages are one bundle, so router context keys exist once and the start needs no transform.
      build: { rollupOptions: { input: "./server/main.ts" } },
    },
  },
});

/** What every public page loads, and the pages that most visitors only look at. */
const frame = ["web/root.tsx", "web/layout/public-layout.tsx", "web/entry.client.tsx"];
/** Hydrates the page as soon as it runs, so it is in no file that a page imports before (scripts-after-paint.ts). */
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

/**
 * If a route's script cannot be loaded, React Router's client reloads the page, which shows the browser's offline page, or
 * waits forever. These replacements throw the error instead, so that the error page shows it
 * (docs/decisions/0024-failed-page-script-shows-error-page.md).
 */
const chunkFailures = [
  {
    from: /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/,
    to: "return { default() { throw error; }, clientLoader() { throw error; } };",
  },
  {
    from: /await (import\([^()]*route\.clientLoaderModule\s*\))/,
    to: "await $1.catch((error) => ({ clientLoader() { throw error; } }))",
  },
];

function raiseFailedChunks(): Plugin {
  let isDone = false;
  return {
    name: "raise-failed-chunks",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(code, id) {
      if (!id.includes("/react-router/dist/")) return null;
      if (!chunkFailures.every(({ from }) => from.test(code))) return null;
      isDone = true;
      const silenced = code.replace(", reloading page...", "");
      return {
        code: chunkFailures.reduce((text, { from, to }) => text.replace(from, to), silenced),
      };
    },
    buildEnd(error) {
      if (!error && !isDone)
        this.error(
          "React Router has changed the code that decision 0024 replaces. Read the decision before you continue.",
        );
    },
  };
}

/**
 * Functions of React Router that this shop's pages never reach, by the feature they belong to. `never` is not called
 * at all; `always` is called on every page and has nothing to do but what is given here.
 */
const unusedRouterParts = {
  never: [
    // Fetchers and actions: forms call the API, and the only router forms are GET forms.
    ...["fetch2", "handleFetcherAction", "handleFetcherLoader", "singleFetchLoaderFetcherStrategy"],
    ...["getFetcher", "resetFetcher", "queueFetcherForDeletion", "updateFetcherState"],
    ...["setFetcherError", "markFetchersDone", "getUpdatedRevalidatingFetchers", "deleteFetcher"],
    ...["handleAction", "singleFetchActionStrategy"],
    // Pages that ask before they are left.
    ...["getBlocker", "deleteBlocker", "updateBlocker"],
    // Route discovery: the manifest lists all routes (`routeDiscovery` in react-router.config.ts).
    ...["fetchAndApplyManifestPatches", "discoverRoutes", "patchRoutes", "patchRoutesImpl"],
    // Prefetching by a link's own listeners: the shop has one for all links (web/layout/follow-links.ts).
    ...["PrefetchPageLinks", "PrefetchPageLinksImpl", "useKeyedPrefetchLinks"],
    ...["getKeyedPrefetchLinks", "getNewMatchesForLinks"],
    // Development, and apps without server rendering.
    ...["_internalSetRoutes", "nonSsrStrategy", "wrapShouldRevalidateForHdr"],
    // Instrumentation and server components.
    ...["getRouteInstrumentationUpdates", "instrumentClientSideRouter"],
    ...["RSCPrefetchPageLinksImpl", "RSCErrorHandler"],
    // The root has its own error boundary.
    ...["DefaultErrorComponent", "RemixRootDefaultErrorBoundary"],
    "RemixRootDefaultHydrateFallback",
  ],
  always: {
    getPatchRoutesOnNavigationFunction: "",
    usePrefetchBehavior: "return [false, null, {}];",
    useFogOFWarDiscovery: "",
    checkFogOfWar: "return { active: false };",
    normalizeNavigateOptions: "return { path };",
    getSubmissionFromNavigation: "",
    shouldBlockNavigation: "",
    markFetchRedirectsDone: "",
    abortStaleFetchLoads: "",
    getUpdatedActionData: "",
    // View transitions (docs/decisions/0089-the-cars-photo-moves-without-a-view-transition.md).
    useViewTransitionState: "return false;",
    restoreAppliedTransitions: "",
    persistAppliedTransitions: "",
    // Errors of server components.
    decodeRouteErrorResponseDigest: "",
  },
  /** The only user of the code that submits forms. */
  component: "Form",
  /** Their calls do nothing but write to the console, for developers. */
  warnings: ["warning", "warningOnce", "warnOnce"],
};

/** Leaves those functions out of the browser's scripts, and the warnings for developers: 8 kB of 41 (gzip). */
function leaveOutUnusedRouterParts(): Plugin {
  let missing = new Set<string>();
  return {
    name: "leave-out-unused-router-parts",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    buildStart() {
      missing = new Set([
        ...unusedRouterParts.never,
        ...Object.keys(unusedRouterParts.always),
        unusedRouterParts.component,
      ]);
    },
    transform(code, id) {
      if (!id.includes("/react-router/dist/")) return null;
      const { component } = unusedRouterParts;
      const always = new Map(Object.entries(unusedRouterParts.always));
      const cuts: { start: number; end: number; body: string }[] = [];
      const visit = (node: unknown): void => {
        if (Array.isArray(node)) return node.forEach(visit);
        if (!isNode(node)) return;
        const name = node.type === "FunctionDeclaration" && node.id?.name;
        if (name && missing.delete(name)) {
          const { start, end } = node.body!;
          const rest = always.get(name);
          const body = `{ ${rest ?? "throw new Error(`left out of the build`);"} }`;
          cuts.push({ start, end, body });
        } else if (node.type === "VariableDeclarator" && node.id?.name === component) {
          missing.delete(component);
          cuts.push({ start: node.init!.start, end: node.init!.end, body: "{}" });
        } else if (isWarning(node)) cuts.push({ start: node.start, end: node.end, body: ";" });
        else Object.values(node).forEach(visit);
      };
      visit(this.parse(code).body);
      const rest = cuts
        .toSorted((a, b) => b.start - a.start)
        .reduce(
          (text, { start, end, body }) => text.slice(0, start) + body + text.slice(end),
          code,
        );
      return {
        code: rest.replace("var ENABLE_DEV_WARNINGS = true", "const ENABLE_DEV_WARNINGS = false"),
      };
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        this.error(
          `React Router no longer has ${[...missing].join(", ")}. Read decision 0040 before you continue.`,
        );
    },
  };
}

type Node = {
  type: string;
  start: number;
  end: number;
  id?: { name: string } | null;
  body?: { start: number; end: number };
  init?: { start: number; end: number };
  expression?: { type: string; callee?: { name?: string } };
};

function isWarning({ type, expression }: Node): boolean {
  const name = type === "ExpressionStatement" && expression?.callee?.name;
  return typeof name === "string" && unusedRouterParts.warnings.includes(name);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** The styles' URL ends with "#" in React Router. Without it, Vite's imports load them again: a new layout of the page. */
function loadStylesOnce(): Plugin {
  const styles = /(["'`]assets\/shop-[^"'`]*\.css)(["'`])/g;
  const generateBundle: Plugin["generateBundle"] = {
    order: "post",
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "chunk") file.code = file.code.replaceAll(styles, "$1#$2");
    },
  };
  return { name: "load-styles-once", apply: "build", generateBundle };
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

/** Replaces the function that makes lucide-react's icons with our own, smaller one, and leaves out what that has no use for. */
function useOwnIcons(): Plugin {
  // Their names, other names and sizes, the keys of their shapes, and a statement that does nothing.
  const unused = [/^  (name|aliases|size): .+\n/gm, /,\s*key: "\w+"/g, /^__iconData\.node;$/m];
  return {
    name: "use-own-icons",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("/lucide-react/dist/esm/icons/")) return null;
      return { code: unused.reduce((text, part) => text.replace(part, ""), code), map: null };
    },
    resolveId(source, importer) {
      const isIcons = importer?.includes("/node_modules/lucide-react/") ?? false;
      if (!isIcons || !source.endsWith("/createLucideIcon.mjs")) return null;
      return this.resolve("#web/ui/lucide-icon.ts", fileURLToPath(import.meta.url));
    },
  };
}
