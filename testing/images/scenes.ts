import sharp from "sharp";

const width = 1200;
const height = 800;

/** A picture with as many shapes as a photo; the same number always gives the same one. */
export async function aScene(number: number): Promise<Buffer> {
  const random = randomFrom(number * 7919 + 1);
  const color = () => [random() * 255, random() * 255, random() * 255];
  const pixels = Buffer.alloc(width * height * 3);
  const top = color();
  const bottom = color();
  paint(pixels, { left: 0, top: 0, right: width, bottom: height }, (at, y) =>
    mix(top[at]!, bottom[at]!, y / height),
  );
  for (let shape = 0; shape < 12; shape += 1) {
    const x = random() * width;
    const y = random() * height;
    const halfWidth = 30 + random() * 250;
    const halfHeight = 30 + random() * 200;
    const fill = color();
    const box = {
      left: Math.max(0, Math.floor(x - halfWidth)),
      top: Math.max(0, Math.floor(y - halfHeight)),
      right: Math.min(width, Math.floor(x + halfWidth)),
      bottom: Math.min(height, Math.floor(y + halfHeight)),
    };
    paint(pixels, box, (at, _, before) => mix(before, fill[at]!, 0.8));
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

type Box = { left: number; top: number; right: number; bottom: number };

function paint(
  pixels: Buffer,
  { left, top, right, bottom }: Box,
  fill: (channel: number, y: number, before: number) => number,
): void {
  for (let y = top; y < bottom; y += 1)
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 1)
      pixels[at] = fill(at % 3, y, pixels[at]!);
}

const mix = (from: number, to: number, part: number) => from + (to - from) * part;

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32;
}
