import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

// Writes the drawn pictures (PNG) as WebP for old browsers and as AVIF in the widths that pages show them in. The folder of
// those is named after a hash of the WebP files, so that browsers may keep the files forever:
// `node scripts/art/write-sizes.mjs FOLDER` prints it.

const [drawn] = process.argv.slice(2);
if (!drawn) throw new Error("usage: write-sizes.mjs FOLDER");
const pictures = join(import.meta.dirname, "..", "..", "web", "public", "cars");
const widths = [480, 800, 1200];

const names = readdirSync(drawn)
  .filter((file) => file.endsWith(".png"))
  .map((file) => file.replace(".png", ""))
  .toSorted();
const hash = createHash("sha256");
for (const name of names) {
  const bytes = await sharp(join(drawn, `${name}.png`))
    .resize({ width: 800 })
    .webp({ quality: 82, alphaQuality: 70 })
    .toBuffer();
  writeFileSync(join(pictures, `${name}.webp`), bytes);
  hash.update(bytes);
}
const version = hash.digest("hex").slice(0, 8);

const sizes = join(pictures, "sizes");
rmSync(sizes, { recursive: true, force: true });
mkdirSync(join(sizes, version), { recursive: true });
for (const name of names)
  for (const width of widths) {
    const bytes = await sharp(join(drawn, `${name}.png`))
      .resize({ width })
      .avif({ quality: 50, effort: 2 })
      .toBuffer();
    writeFileSync(join(sizes, version, `${name}-${width}.avif`), bytes);
  }
console.log(version);
