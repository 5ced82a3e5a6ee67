import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { ServerResponse } from "node:http";

const fonts: Record<string, string> = {
  "/fonts/display.woff2": "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2",
  "/fonts/text.woff2": "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
};

/** Serves the two fonts of the page. */
export async function serveFont(path: string, response: ServerResponse): Promise<void> {
  const name = fonts[path];
  if (name === undefined) return void response.writeHead(404).end();
  const bytes = await readFile(createRequire(import.meta.url).resolve(name));
  response.writeHead(200, {
    "content-type": "font/woff2",
    "content-length": bytes.length,
    "cache-control": "public, max-age=86400",
    "x-content-type-options": "nosniff",
  });
  response.end(bytes);
}
