import { priceLabels, type PriceLabel } from "#shared/valuation/price-label.ts";

const idBytes = 16;
const recordBytes = idBytes + 1;
const labelsOfPart = 200;

/** Writes the labels of listings: each id in 16 bytes and the number of its label in one. */
export function encodeLabels(labels: ReadonlyMap<string, PriceLabel>): Buffer {
  const bytes = Buffer.alloc(labels.size * recordBytes);
  let at = 0;
  for (const [id, label] of labels) {
    bytes.write(id.replaceAll("-", ""), at, "hex");
    bytes[at + idBytes] = priceLabels.indexOf(label);
    at += recordBytes;
  }
  return bytes;
}

/** Reads them in parts: all of a large shop take a tenth of a second. */
export function* decodeLabels(bytes: Buffer): Generator<void, Map<string, PriceLabel>> {
  const labels = new Map<string, PriceLabel>();
  for (let at = 0; at < bytes.length; at += recordBytes) {
    const hex = bytes.toString("hex", at, at + idBytes);
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    labels.set(id, priceLabels[bytes[at + idBytes]!]!);
    if (labels.size % labelsOfPart === 0) yield;
  }
  return labels;
}
