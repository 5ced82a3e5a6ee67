import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

// Prints the scripts that a visitor's first page loads before they do anything, with the largest modules of each. Sizes
// are in bytes, gzip level 9. Builds with source maps, and removes them afterwards.

const root = join(import.meta.dirname, "..");
const client = join(root, "build", "client");
const assets = join(client, "assets");
const shownModules = 25;

const build = spawnSync(
  process.execPath,
  [join(root, "node_modules", "@react-router", "dev", "bin.js"), "build"],
  { cwd: root, env: { ...process.env, NODE_ENV: "production", SCRIPT_MAPS: "1" }, stdio: "ignore" },
);
if (build.status !== 0) throw new Error("The build failed.");

const manifest = readManifest();
const shown = new Set();
for (const page of ["home", "category", "search", "car"]) {
  const files = scriptsOf(`pages/${page}`);
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0);
  console.log(`\n${page}: ${total} bytes in ${files.length} files`);
  for (const file of files.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    console.log(`  ${String(sizeOf(file)).padStart(7)}  ${file}`);
    if (!shown.has(file)) printModules(file);
    shown.add(file);
  }
}
for (const file of readdirSync(assets)) if (file.endsWith(".map")) rmSync(join(assets, file));

function readManifest() {
  const file = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name));
  const code = readFileSync(join(assets, file), "utf8");
  return JSON.parse(code.slice(code.indexOf("{"), code.lastIndexOf("}") + 1));
}

function scriptsOf(page) {
  const routes = ["root", "layout/public-layout", page].map((id) => manifest.routes[id]);
  const parts = [manifest.entry, ...routes].flatMap((part) => [
    part.module,
    part.clientLoaderModule,
    ...(part.imports ?? []),
  ]);
  return [...new Set([manifest.url, ...parts.filter(Boolean)])];
}

function sizeOf(file) {
  return gzipSync(readFileSync(join(client, file)), { level: 9 }).length;
}

/** The modules in a script, by the source map. Each is compressed alone, so their sum is larger than the file. */
function printModules(file) {
  const map = readMap(file);
  if (!map) return;
  const texts = new Map();
  readFileSync(join(client, file), "utf8")
    .split("\n")
    .forEach((line, at) => {
      for (let column = 0; column < line.length; column += 1) {
        const source = map.findEntry(at, column).originalSource ?? "(generated)";
        texts.set(source, (texts.get(source) ?? "") + line[column]);
      }
    });
  [...texts]
    .map(([source, text]) => [source.replace(/^(\.\.\/)+/, ""), gzipSync(text).length])
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, shownModules)
    .forEach(([source, size]) => console.log(`           ${String(size).padStart(7)}  ${source}`));
}

function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(join(client, `${file}.map`), "utf8")));
  } catch {
    return null;
  }
}
