import { differingBits } from "./photo-hash.ts";

/** Bits that the copy of an illustration may differ in. */
const nearest = 20;

// The illustrations of web/public/cars, without those that are nearly the same as another. A test says if one is missing.
const illustrations = [
  "817fc43a7e80abd5817e56aa79998d568fe4f321365a99d8c9b5e64633821929",
  "817fc43a7e80abd5817e76aa79918d5e8fe47323361e99d9c97166c633820929",
  "815fc46a7ea1ab15854e7ea879b18c5edae873a3369e995dcd6166c6b3060921",
  "811fc44a7ea1a19583ce7ee82931845edbe873a32697995dc9e176d693172931",
  "015f942afea1abd5017e56aaf9098c748ee4738376da99798d25e6265392499b",
  "81da846e3e25ab95c3da5eeab9318474de68738336da996d8c25e6865392493b",
  "c1db846c3e25a197c3da7eea2935847c5a687b932696996d8c25e686539a493b",
  "01ff14eafe01ab5401fe76a97901945a9e6cc91766963bf189e9964cd30649b7",
  "01bf94ebfe60a954039e7aa97921945c9e4869a666961b991debb648d33449b7",
  "415f847abea06ba5417f564a7981b4778efdc985760e3bfb89d9a446b3244920",
  "415f845abea06ba5c17f566a7981a4f58efcc925660e3bfb89d9a646b3244921",
  "c15b845a3ee429b5c35e5e6a39b184d59eec6b2266361bdb99d1a654d32c4923",
  "c11b945b3ee429b5c35a5a6a39b184dd9ecc6b2366361bda99c9b656d32c4921",
  "017e14eefe81ab5501fe56abf911ac548fe4c927765a33da89d1a44cf3244b23",
  "017a14effea1ab5501fe56aa7911ac5c8fec4927761a1bdb8dc1a46cd3244b23",
  "415a94abbea5a954435a52aa7931845d9fed6b2766121bdb8dc1b46cd32c4b27",
  "411b94a9bee5a954431a5aaa3977845d9fad6b22661213db9dc1b46cd32c4ba7",
  "615f04eafea1ba11815e43ac6ba1765b3ed89d41845ee6346b246bd319fb844b",
  "411f05eabea1b811815e43ac6ba3745bbec89949847ee6346b246b9b19fbb40f",
  "411f85ebbee0bc51815e4bac6bb374729c4899898466fe346b0463fb14f33c0f",
  "413f81ebbec0bc54855e4bac6bb77472944899898476fe346b0443fb14fb3c0e",
].map((hash) => Buffer.from(hash, "hex"));

/** Whether a photo is one of the shop's illustrations, which cars of many sellers can have. */
export function isIllustrationHash(hashes: Buffer): boolean {
  return illustrations.some(
    (illustration) =>
      differingBits(illustration, hashes.subarray(0, illustration.length)) <= nearest,
  );
}
