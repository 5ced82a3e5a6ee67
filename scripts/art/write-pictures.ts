import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { bytesOfHash, differingBits, hashPhoto } from "../../server/reused-photos/photo-hash.ts";

// Writes the drawn pictures (PNG) as WebP for old browsers and as AVIF in the widths that pages show them in, and the hashes
// by which the shop knows them in sellers' uploads: `npx tsx scripts/art/write-pictures.ts FOLDER`. It prints the name of the
// AVIF folder, a hash of the WebP files, because browsers keep those files forever. The folder before it stays for pages that
// are still open; remove it with the next pictures.

const [drawn] = process.argv.slice(2);
if (!drawn) throw new Error("usage: write-pictures.ts FOLDER");
const root = join(import.meta.dirname, "..", "..");
const pictures = join(root, "web", "public", "cars");
const widths = [480, 960];
/** Bits in which the hashes of two pictures differ that need only one of them. */
const alike = 10;

const names = readdirSync(drawn)
  .filter((file) => file.endsWith(".png"))
  .map((file) => file.replace(".png", ""))
  .toSorted();
const version = createHash("sha256");
const hashes: Buffer[] = [];
for (const name of names) {
  const png = join(drawn, `${name}.png`);
  const webp = await sharp(png)
    .resize({ width: 640 })
    .webp({ quality: 80, alphaQuality: 60 })
    .toBuffer();
  writeFileSync(join(pictures, `${name}.webp`), webp);
  version.update(webp);
}
// Also those of earlier versions, which bookings keep.
for (const file of readdirSync(pictures)
  .filter((name) => name.endsWith(".webp"))
  .toSorted()) {
  const hash = await hashOf(join(pictures, file));
  if (!hashes.some((other) => differingBits(hash, other) <= alike)) hashes.push(hash);
}
const folder = version.digest("hex").slice(0, 8);

mkdirSync(join(pictures, "sizes", folder), { recursive: true });
for (const name of names)
  for (const width of widths)
    await sharp(join(drawn, `${name}.png`))
      .resize({ width })
      .avif({ quality: 50, effort: 2 })
      .toFile(join(pictures, "sizes", folder, `${name}-${width}.avif`));

const lines = hashes.map((hash) => `  "${hash.toString("hex")}",\n`).join("");
writeFileSync(
  join(root, "server", "reused-photos", "drawn-hashes.ts"),
  `/** Hashes of the illustrations of web/public/cars, without those that are nearly the same as another's. */\nexport const drawnHashes = [\n${lines}];\n`,
);
console.log(folder);

/** Of the picture on white, which is how it looks as an upload. */
async function hashOf(picture: string): Promise<Buffer> {
  const hashes = await hashPhoto(await sharp(picture).flatten({ background: "#fff" }).toBuffer());
  if (!hashes) throw new Error("A picture shows nothing.");
  return hashes.subarray(0, bytesOfHash);
}
