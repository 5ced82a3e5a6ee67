import sharp from "sharp";

/** Pixels of the square that a photo is reduced to. */
const side = 32;
/** Frequencies across and down, without the average: 256 bits. */
const frequencies = 16;
/** Of a photo's width and height, what a hash leaves out on each side. */
type Trim = { left?: number; top?: number; right?: number; bottom?: number };
const onEachSide = (part: number): Trim => ({ left: part, top: part, right: part, bottom: part });
/** The first is of the whole photo. The last ones are how a dealer's banner is cut off. */
const trims: Trim[] = [
  ...[0, 0.03, 0.06, 0.09].map(onEachSide),
  { left: 0.05 },
  { right: 0.05 },
  { top: 0.08 },
  { bottom: 0.08 },
];
/** Standard deviation of the brightness, from 0 to 255, below which an image shows nothing to recognize. */
const leastContrast = 8;
/** Of 256 bits, how many two versions of a photo may differ in. */
export const nearest = 36;

export const bytesOfHash = (frequencies * frequencies) / 8;
const bandsOfHash = 4;
const bitsOfBand = 16;

const cosines = Array.from({ length: frequencies + 1 }, (_, frequency) =>
  Array.from({ length: side }, (_, at) => Math.cos((Math.PI / side) * (at + 0.5) * frequency)),
);

/**
 * Hashes of 256 bits each, of the whole photo and of parts of it, which are similar for versions of the same photo: other
 * sizes, formats, colors, and slight crops. Null for an image that is almost of one color or cannot be read.
 */
export async function hashPhoto(bytes: Buffer): Promise<Buffer | null> {
  const gray = await sharp(bytes, { failOn: "error" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!gray) return null;
  const hashes = [];
  for (const trim of trims) hashes.push(await hashPart(gray.data, gray.info, trim));
  return hashes.some((hash) => hash === null) ? null : Buffer.concat(hashes as Buffer[]);
}

async function hashPart(
  data: Buffer,
  { width, height, channels }: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
  trim: Trim,
): Promise<Buffer | null> {
  const left = Math.round(width * (trim.left ?? 0));
  const top = Math.round(height * (trim.top ?? 0));
  const right = width - Math.round(width * (trim.right ?? 0));
  const bottom = height - Math.round(height * (trim.bottom ?? 0));
  const pixels = await sharp(data, { raw: { width, height, channels } })
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(side, side, { fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  return contrastOf(pixels) < leastContrast ? null : signsOf(transform(pixels));
}

function contrastOf(pixels: Buffer): number {
  const average = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
  return Math.sqrt(pixels.reduce((sum, value) => sum + (value - average) ** 2, 0) / pixels.length);
}

/** The lowest frequencies of the discrete cosine transform (type II), row by row. */
function transform(pixels: Buffer): number[] {
  const columns = cosines.map((wave) =>
    Array.from({ length: side }, (_, x) =>
      wave.reduce((sum, weight, y) => sum + weight * pixels[y * side + x]!, 0),
    ),
  );
  return columns
    .slice(1)
    .flatMap((row) =>
      cosines.slice(1).map((wave) => wave.reduce((sum, weight, x) => sum + weight * row[x]!, 0)),
    );
}

/** A bit for each frequency: whether it is above the median. */
function signsOf(values: readonly number[]): Buffer {
  const sorted = values.toSorted((a, b) => a - b);
  const median = (sorted[sorted.length / 2 - 1]! + sorted[sorted.length / 2]!) / 2;
  const hash = Buffer.alloc(bytesOfHash);
  for (const [at, value] of values.entries()) if (value > median) hash[at >> 3]! |= 1 << (at & 7);
  return hash;
}

/**
 * In how many bits two photos differ, in the most similar pair of their hashes. Of two parts, one is the whole photo.
 * @internal
 */
export function distanceOf(one: Buffer, other: Buffer): number {
  const parts = partsOf(one);
  const otherParts = partsOf(other);
  const whole = parts[0]!;
  const otherWhole = otherParts[0]!;
  const distances = [
    ...otherParts.map((part) => differingBits(whole, part)),
    ...parts.slice(1).map((part) => differingBits(part, otherWhole)),
  ];
  return Math.min(...distances);
}

/** The hashes of a photo's mirror image: every second column of frequencies has the opposite sign. */
export function mirrored(hashes: Buffer): Buffer {
  return hashes.map((bits) => bits ^ 0x55) as Buffer;
}

/** The hashes of the whole photo and of its parts. */
export function partsOf(hashes: Buffer): Buffer[] {
  return Array.from({ length: hashes.length / bytesOfHash }, (_, part) =>
    hashes.subarray(part * bytesOfHash, (part + 1) * bytesOfHash),
  );
}

/** In how many bits two hashes of the same length differ. */
export function differingBits(one: Buffer, other: Buffer): number {
  let bits = 0;
  for (const [at, byte] of one.entries())
    for (let rest = byte ^ other[at]!; rest > 0; rest &= rest - 1) bits += 1;
  return bits;
}

/** The keys by which the index finds a photo: four bands of the 64 lowest frequencies of each hash. */
export function bandsOf(hashes: Buffer): number[] {
  const [whole, ...parts] = partsOf(hashes);
  return [...new Set([...lowBands(whole!), ...parts.flatMap(lowBands).map(ofPart)].map(keyOf))];
}

/**
 * The keys of the photos to compare with: the bands, and those that differ from them in one bit. Of 64 bits that differ in
 * at most 7, one of four bands differs in at most one, so these find every such photo. Two parts are not compared, so a
 * part is only looked for among whole photos.
 */
export function bandsNear(hashes: Buffer): number[] {
  const [whole, ...parts] = partsOf(hashes);
  const ofWhole = near(whole!);
  const bands = [...ofWhole, ...ofWhole.map(ofPart), ...parts.flatMap(near)];
  return [...new Set(bands.map(keyOf))];
}

function near(hash: Buffer): Band[] {
  return lowBands(hash).flatMap(([band, bits]) => [
    [band, bits] as const,
    ...Array.from({ length: bitsOfBand }, (_, at) => [band, bits ^ (1 << at)] as const),
  ]);
}

/** The bands of parts have numbers of their own. */
const ofPart = ([band, bits]: Band): Band => [band + bandsOfHash, bits];

type Band = readonly [band: number, bits: number];

const keyOf = ([band, bits]: Band) => (band << bitsOfBand) | bits;

/** Two rows of eight low frequencies for each band. */
function lowBands(hash: Buffer): Band[] {
  const row = (at: number) => hash[(at * frequencies) / 8]!;
  return Array.from(
    { length: bandsOfHash },
    (_, band) => [band, (row(2 * band) << 8) | row(2 * band + 1)] as const,
  );
}
