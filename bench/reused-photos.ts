// Which copies of photos are recognized, and which other photos are mistaken for copies. See README.md.
// `node --import tsx bench/reused-photos.ts`
import { readdirSync } from "node:fs";
import sharp from "sharp";
import {
  bandsNear,
  bandsOf,
  distanceOf,
  hashPhoto,
  mirrored,
  nearest,
} from "../server/reused-photos/photo-hash.ts";
import { aScene } from "../testing/images/scenes.ts";

const scenes = Number(process.env.BENCH_SCENES ?? 120);
const folder = "web/public/cars";
const cars = readdirSync(folder).filter((file) => file.endsWith(".webp"));

type Change = (photo: Buffer) => Promise<Buffer>;
const cut =
  (left: number, top: number, right: number, bottom: number): Change =>
  async (photo) => {
    const { width, height } = await sharp(photo).metadata();
    const x = Math.round(width * left);
    const y = Math.round(height * top);
    const box = { left: x, top: y, width: width - x - Math.round(width * right) };
    return sharp(photo)
      .extract({ ...box, height: height - y - Math.round(height * bottom) })
      .jpeg({ quality: 75 })
      .toBuffer();
  };
const crop = (part: number) => cut(part, part, part, part);
const changes: Record<string, Change> = {
  "JPEG of quality 30": (photo) => sharp(photo).jpeg({ quality: 30 }).toBuffer(),
  "400 pixels wide, WebP": (photo) => sharp(photo).resize(400).webp({ quality: 60 }).toBuffer(),
  "20 % brighter, more color": (photo) =>
    sharp(photo).modulate({ brightness: 1.2, saturation: 1.2 }).jpeg().toBuffer(),
  "dark label in a corner (22 × 8 %)": (photo) =>
    sharp(photo)
      .composite([
        {
          input: { create: { width: 260, height: 60, channels: 4, background: "#000c" } },
          gravity: "southeast",
        },
      ])
      .jpeg()
      .toBuffer(),
  "cropped by 1 % on each side": crop(0.01),
  "cropped by 2 % on each side": crop(0.02),
  "cropped by 3 % on each side": crop(0.03),
  "cropped by 4 % on each side": crop(0.04),
  "cropped by 5 % on each side": crop(0.05),
  "cropped by 6 % on each side": crop(0.06),
  "cropped by 8 % on each side": crop(0.08),
  "cropped by 10 % on each side": crop(0.1),
  "cropped by 5 % on the left": cut(0.05, 0, 0, 0),
  "cropped by 8 % at the bottom": cut(0, 0, 0, 0.08),
  "cropped by 3 % on the left": cut(0.03, 0, 0, 0),
  "cropped by 5 % at the bottom": cut(0, 0, 0, 0.05),
  "cropped by 10 % at the bottom": cut(0, 0, 0, 0.1),
  mirrored: (photo) => sharp(photo).flop().jpeg().toBuffer(),
  "mirrored and 400 pixels wide": (photo) =>
    sharp(photo).flop().resize(400).webp({ quality: 60 }).toBuffer(),
  "mirrored and cropped by 4 %": async (photo) => crop(0.04)(await sharp(photo).flop().toBuffer()),
};

const photos: Buffer[] = [];
for (let number = 0; number < scenes; number += 1) photos.push(await aPhoto(number));
const hashes = [];
for (const photo of photos) hashes.push(await stored(photo));

let pairCount = 0;
let copies = 0;
console.log("| copy | found | bits that differ: median | highest |\n| --- | --- | --- | --- |");
for (const [name, change] of Object.entries(changes)) {
  const distances: number[] = [];
  let recognized = 0;
  for (const [at, photo] of photos.entries()) {
    const copy = await stored(await change(photo));
    distances.push(nearestOf(copy, hashes[at]!));
    if (isFound(copy, hashes[at]!)) recognized += 1;
  }
  distances.sort((a, b) => a - b);
  const median = distances[Math.floor(scenes / 2)];
  console.log(
    `| ${name} | ${((recognized / scenes) * 100).toFixed(1)} % | ${median} | ${distances.at(-1)} |`,
  );
  [pairCount, copies] = [pairCount + recognized, copies + scenes];
}

let mistaken = 0;
let pairs = 0;
let closest = 256;
for (const [at, one] of hashes.entries())
  for (const other of hashes.slice(0, at)) {
    pairs += 1;
    closest = Math.min(closest, nearestOf(one, other));
    if (isFound(one, other)) mistaken += 1;
  }
console.log(
  `\n${pairCount} of ${copies} copies found; ${mistaken} of ${pairs} pairs of other photos mistaken, the closest differ in ${closest} bits (at most ${nearest} match).`,
);
const start = performance.now();
for (const photo of photos) await stored(photo);
console.log(`${((performance.now() - start) / scenes).toFixed(1)} ms to reduce and hash a photo.`);

/** One of the rendered cars in front of a generated background. */
async function aPhoto(number: number): Promise<Buffer> {
  const car = await sharp(`${folder}/${cars[number % cars.length]}`)
    .resize(500 + ((number * 37) % 400))
    .toBuffer();
  const { width, height } = await sharp(car).metadata();
  const left = (number * 131) % (1200 - width);
  const top = (number * 71) % Math.max(1, 800 - height);
  return sharp(await aScene(number))
    .composite([{ input: car, left, top }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** The hashes of the file that the shop would compare. */
async function stored(photo: Buffer): Promise<Buffer> {
  const small = await sharp(photo).resize(320).jpeg({ quality: 82 }).toBuffer();
  return (await hashPhoto(small))!;
}

/** In how many bits a photo, or its mirror image, differs from another. */
function nearestOf(one: Buffer, other: Buffer): number {
  return Math.min(distanceOf(one, other), distanceOf(mirrored(one), other));
}

/** Whether the index names it as a candidate and the distance is small enough. */
function isFound(one: Buffer, other: Buffer): boolean {
  const bands = new Set(bandsOf(other));
  return [one, mirrored(one)].some(
    (hashes) =>
      bandsNear(hashes).some((band) => bands.has(band)) && distanceOf(hashes, other) <= nearest,
  );
}
