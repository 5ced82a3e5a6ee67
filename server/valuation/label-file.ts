import { priceLabels, type PriceLabel } from "#shared/listings/price-label.ts";

const idBytes = 16;
const recordBytes = idBytes + 1;
const labelsOfPart = 2_000;

/** The labels of listings by their ids. */
export type Labels = Pick<ReadonlyMap<string, PriceLabel>, "get">;

/** Writes the labels of listings: each id in 16 bytes and the number of its label in one. */
export function encodeLabels(labels: ReadonlyMap<string, PriceLabel>): Buffer {
  const bytes = Buffer.alloc(labels.size * recordBytes);
  let at = 0;
  for (const [id, label] of labels) {
    writeId(id, bytes, at);
    bytes[at + idBytes] = priceLabels.indexOf(label);
    at += recordBytes;
  }
  return bytes;
}

/** Returns how many bytes of the id could be written. */
const writeId = (id: string, into: Buffer, at: number) =>
  into.write(id.replaceAll("-", ""), at, idBytes, "hex");

/**
 * Finds labels where they are in the bytes, by a hash table of the ids. A map of them would take twenty times as long to
 * make, on the thread that answers requests, and ten times the memory. In parts, because a shop can have a million cars.
 */
export function* decodeLabels(bytes: Buffer): Generator<void, Labels> {
  const records = Math.floor(bytes.length / recordBytes);
  // Has the number of each record, from 1 on. It is at most half full, so few ids have to look for another place.
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * records + 1)));
  // The last bytes of an id differ, whichever version of UUIDs it is.
  const placeOf = (id: Buffer, at: number) => id.readUInt32BE(at + idBytes - 4) % table.length;
  const next = (place: number) => (place + 1) % table.length;
  for (let record = 0; record < records; record += 1) {
    let place = placeOf(bytes, record * recordBytes);
    while (table[place] !== 0) place = next(place);
    table[place] = record + 1;
    if (record % labelsOfPart === 0) yield;
  }
  const wanted = Buffer.alloc(idBytes);
  return {
    get(id) {
      if (writeId(id, wanted, 0) !== idBytes) return undefined;
      for (let place = placeOf(wanted, 0); table[place] !== 0; place = next(place)) {
        const at = (table[place]! - 1) * recordBytes;
        if (wanted.compare(bytes, at, at + idBytes) === 0) return priceLabels[bytes[at + idBytes]!];
      }
      return undefined;
    },
  };
}
