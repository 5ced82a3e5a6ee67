import { drawnHashes } from "./drawn-hashes.ts";
import { differingBits } from "./photo-hash.ts";

/** Bits that the copy of an illustration may differ in. */
const nearest = 20;

// A test says if one is missing.
const illustrations = drawnHashes.map((hash) => Buffer.from(hash, "hex"));

/** Whether a photo is one of the shop's illustrations, which cars of many sellers can have. */
export function isIllustrationHash(hashes: Buffer): boolean {
  return illustrations.some(
    (illustration) =>
      differingBits(illustration, hashes.subarray(0, illustration.length)) <= nearest,
  );
}
