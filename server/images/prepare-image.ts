import sharp, { type DepthEnum, type OutputInfo } from "sharp";
import { AppError } from "#shared/errors/app-error.ts";
import { unsupportedImage } from "#shared/images/image-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { imageKinds, imageWidths } from "./image-address.ts";
import type { ImageFile } from "./storage/image-storage.ts";

// Threads of the encoders. Together with one image at a time, this limits the cores that uploads use.
sharp.concurrency(2);
// Each upload is read once, so a cache would waste memory.
sharp.cache(false);

/** Pixels of a decoded upload: more than the largest phone cameras have, and far from filling our memory. */
const maximumPixels = 64_000_000;
/** Bytes of such an image with four channels of 8 bits. The decoder keeps all of an interlaced or turned image in memory. */
const maximumBytes = maximumPixels * 4;
const largestWidth = imageWidths.at(-1) ?? 1920;
const largestHeight = largestWidth * 2;
const secondsToDecode = 20;

type Upright = { data: Buffer; info: OutputInfo };

/** The widths that an upright image of this size in pixels is stored in. */
export function storedWidths({ width, height }: { width: number; height: number }): number[] {
  const scale = Math.min(1, largestWidth / width, largestHeight / height);
  const available = Math.max(1, Math.round(width * scale));
  return imageWidths.filter((candidate) => candidate <= available || candidate === imageWidths[0]);
}

/** The names of the files that an image of this size has. */
export function storedFileNames(size: { width: number; height: number }): string[] {
  return storedWidths(size).flatMap((width) => imageKinds.map((kind) => `${width}.${kind}`));
}

/**
 * Re-encodes an upload in every width that it is large enough for and every format: upright, in sRGB and without
 * metadata (such as GPS). Of an animation, it keeps the first frame.
 * @returns the files, and the size in pixels of the original, rotated upright
 * @throws AppError unsupported_media for other formats, image_unreadable for a broken image or a decompression bomb
 */
export async function prepareImage(
  upload: Buffer,
): Promise<{ width: number; height: number; files: ImageFile[] }> {
  const size = await readSize(upload);
  const format = uploadFormatOf(upload);
  const upright = await readable(format === "jpeg" ? decodeJpeg(upload) : decode(upload, "error"));
  const files: ImageFile[] = [];
  for (const width of storedWidths(size)) files.push(...(await encodeWidth(upright, width)));
  return { width: size.width, height: size.height, files };
}

/**
 * The size in pixels of an upload, rotated upright, from its header. Nothing is decoded.
 * @throws AppError unsupported_media for other formats, image_unreadable for a broken header or a decompression bomb
 */
export async function readSize(upload: Buffer): Promise<{ width: number; height: number }> {
  if (uploadFormatOf(upload) === null) throw refused("unsupported_media", unsupportedImage);
  // Only the header is read, so that an image of any size is told about its size.
  const header = await readable(sharp(upload, { limitInputPixels: false }).metadata());
  const { autoOrient, channels, depth } = header;
  const most = Math.min(maximumPixels, maximumBytes / (channels * bytesOfSample(depth)));
  if (autoOrient.width * autoOrient.height > most)
    throw refused("image_unreadable", tooManyPixels(autoOrient, most));
  return autoOrient;
}

function bytesOfSample(depth: keyof DepthEnum): number {
  switch (depth) {
    case "uchar":
    case "char":
      return 1;
    case "ushort":
    case "short":
      return 2;
    case "uint":
    case "int":
    case "float":
      return 4;
    case "double":
    case "complex":
      return 8;
    case "dpcomplex":
      return 16;
    default:
      return depth satisfies never;
  }
}

function tooManyPixels({ width, height }: { width: number; height: number }, most: number): string {
  const [limit, megapixels] = [most, width * height].map((pixels) => pixels / 1_000_000);
  return `This image has ${formatNumber(Math.ceil(megapixels!))} megapixels, and the limit is ${formatNumber(Math.floor(limit!))}. Please choose a smaller one.`;
}

const endOfJpeg = Buffer.from([0xff, 0xd9]);

/**
 * Some cameras and transfers leave out the last bytes of a JPEG, its end marker. Such an image is complete. One that lacks
 * any of its picture is refused: with the marker, that is a warning of the decoder.
 */
async function decodeJpeg(upload: Buffer): Promise<Upright> {
  try {
    return await decode(upload, "error");
  } catch {
    return decode(Buffer.concat([upload, endOfJpeg]), "warning");
  }
}

function decode(upload: Buffer, failOn: "error" | "warning"): Promise<Upright> {
  return sharp(upload, { limitInputPixels: maximumPixels, failOn })
    .timeout({ seconds: secondsToDecode })
    .autoOrient()
    .resize({
      width: largestWidth,
      height: largestHeight,
      fit: "inside",
      withoutEnlargement: true,
    })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
}

async function encodeWidth({ data, info }: Upright, width: number): Promise<ImageFile[]> {
  const { channels } = info;
  const sized = sharp(data, { raw: { width: info.width, height: info.height, channels } }).resize({
    width,
    withoutEnlargement: true,
  });
  // Measured on a noisy photo 1920 pixels wide: AVIF at effort 0 is as small as at 2 and takes a fifth of the time (0.7 s).
  const files = {
    avif: await sized.clone().avif({ quality: 55, effort: 0 }).toBuffer(),
    webp: await sized.clone().webp({ quality: 80, effort: 2 }).toBuffer(),
    // JPEG has no transparency, so transparent pixels become white.
    jpg: await sized
      .clone()
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 82, progressive: true, optimiseCoding: true })
      .toBuffer(),
  };
  return Object.entries(files).map(([kind, bytes]) => ({ name: `${width}.${kind}`, bytes }));
}

/** Decoding works in memory, so an error always means that the upload is broken. */
async function readable<T>(decoding: Promise<T>): Promise<T> {
  return decoding.catch(() => {
    throw refused("image_unreadable", "This file could not be read as an image.");
  });
}

function refused(code: "unsupported_media" | "image_unreadable", message: string): AppError {
  return new AppError(code, { message, fields: { image: message } });
}

/** Image formats that may be uploaded. */
type UploadFormat = "png" | "jpeg" | "gif" | "webp" | "avif";

/**
 * The format by a file's first bytes. Its name and stated type are the sender's claims and are ignored.
 * Signatures: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern, and ISO/IEC 23008-12 for AVIF's brands.
 */
function uploadFormatOf(bytes: Buffer): UploadFormat | null {
  const text = (start: number, end: number) => bytes.toString("latin1", start, end);
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (/^GIF8[79]a$/.test(text(0, 6))) return "gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && /avi[fs]/.test(text(8, Math.min(bytes.readUInt32BE(0), 64))))
    return "avif";
  return null;
}
