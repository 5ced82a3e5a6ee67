import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

// Writes the demo pictures as AVIF in the widths that pages show them in, from the committed WebP files. The folder's name
// is a hash of those, so that browsers may keep the files forever: `node scripts/art/write-sizes.mjs` prints it.

const pictures = join(import.meta.dirname, "..", "..", "web", "public", "cars");
const widths = [480, 800, 1200];

const files = readdirSync(pictures)
  .filter((name) => /^\w+-[a-z]+\.webp$/.test(name))
  .toSorted();
const hash = createHash("sha256");
for (const file of files) hash.update(readFileSync(join(pictures, file)));
const version = hash.digest("hex").slice(0, 8);

const sizes = join(pictures, "sizes");
rmSync(sizes, { recursive: true, force: true });
mkdirSync(join(sizes, version), { recursive: true });
for (const file of files)
  for (const width of widths) {
    const bytes = await sharp(join(pictures, file))
      .resize({ width })
      .avif({ quality: 50, effort: 2 })
      .toBuffer();
    writeFileSync(join(sizes, version, file.replace(".webp", `-${width}.avif`)), bytes);
  }
console.log(version);
