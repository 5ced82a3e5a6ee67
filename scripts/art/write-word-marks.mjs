/*
Writes the word mark of each make: its name in Fraunces, the typeface of the shop's headings. They are no trademarks.

  npx tsx scripts/art/write-word-marks.mjs FOLDER
*/
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { create } from "fontkit";
import subsetFont from "subset-font";
import { allMakes } from "#shared/makes/all-makes.ts";

const height = 64;
const baseline = 55;
const capHeight = 46;

const file = createRequire(import.meta.url).resolve(
  "@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2",
);
const letters = allMakes.map(({ name }) => name).join("");
const font = create(
  await subsetFont(readFileSync(file), letters, {
    targetFormat: "truetype",
    variationAxes: { opsz: 144, wght: 400, SOFT: 0, WONK: 0 },
  }),
);
const scale = capHeight / font.capHeight;

/** An SVG of a name, as wide as its letters. */
function wordMark(name) {
  const { glyphs, positions, advanceWidth } = font.layout(name);
  let x = 0;
  const paths = glyphs.map(({ path: outline }, at) => {
    const { xAdvance, xOffset } = positions[at];
    // SVG counts downward.
    const placed = outline.transform(scale, 0, 0, -scale, (x + xOffset) * scale, baseline);
    x += xAdvance;
    return placed
      .toSVG()
      .replace(/-?\d+\.\d+/g, (number) => String(Number(Number(number).toFixed(1))));
  });
  const width = Math.ceil(advanceWidth * scale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${name}"><path fill="#14130f" d="${paths.join("")}"/></svg>\n`;
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Name the folder to write to.");
for (const { name, logo } of allMakes) writeFileSync(path.join(folder, logo), wordMark(name));
