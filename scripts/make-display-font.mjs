// Makes the fonts of web/fonts: Fraunces in the weight of headings and prices, for every size (docs/decisions/0125).
// After an update of @fontsource-variable/fraunces, or with another weight: `node scripts/make-display-font.mjs`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { create } from "fontkit";
import subsetFont from "subset-font";

/** The weight of the utility `display` in web/app.css. */
export const weight = 380;
export const alphabets = ["latin", "latin-ext", "vietnamese"];

const root = join(import.meta.dirname, "..");
const source = join(root, "node_modules", "@fontsource-variable", "fraunces", "files");

/** Where the font of an alphabet is kept. */
export function fontFile(alphabet) {
  return join(root, "web", "fonts", `fraunces-${weight}-${alphabet}.woff2`);
}

/** Fontsource's file of an alphabet with all its characters and its optical sizes, in one weight: half as large. */
export async function makeFont(alphabet) {
  const whole = readFileSync(join(source, `fraunces-${alphabet}-opsz-normal.woff2`));
  const characters = String.fromCodePoint(...create(whole).characterSet);
  const variationAxes = { wght: weight };
  return subsetFont(whole, characters, { targetFormat: "woff2", variationAxes });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const alphabet of alphabets) writeFileSync(fontFile(alphabet), await makeFont(alphabet));
