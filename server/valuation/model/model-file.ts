import type { Make } from "#shared/makes/all-makes.ts";
import type { Bins } from "./bin-features.ts";
import { features } from "./features.ts";
import type { Trees } from "./trees.ts";

export type Band = {
  /** The highest estimate of the band, as a natural logarithm; null in the last one. */
  upTo: number | null;
  /** Quantiles of (log price − log estimate) / spread among held-out cars: 10, 30, 70 and 90 %. */
  quantiles: [number, number, number, number];
};

/** Everything an estimate needs. */
export type PriceModel = {
  bins: Bins;
  price: { start: number; trees: Trees };
  /** The logarithm of how far prices of such cars are typically from the estimate. */
  spread: { start: number; trees: Trees };
  bands: Band[];
  /** The cars that the trees were grown from. */
  cars: number;
  /** Versions from before it existed, and those of shops with many cars of every make, have none. */
  market?: MarketModel;
};

/** What estimates cars of makes of which there are too few (market-model.ts). */
export type MarketModel = Pick<PriceModel, "bins" | "price" | "cars"> & {
  makes: {
    make: Make;
    /** The cars of the make that say how far the estimates are off. */
    cars: number;
    /** What is added to the log estimate because of the make. */
    shift: number;
    /** Quantiles of log price − log estimate among cars that the model did not see: 10, 30, 70 and 90 %. */
    quantiles: Band["quantiles"];
    /** The median of |estimate / price − 1| among them. */
    medianError: number;
  }[];
};

const magic = "MQV1";
type Arrays = Omit<Trees, "isCategory">;
const layout = {
  starts: Uint32Array,
  feature: Uint8Array,
  threshold: Uint16Array,
  right: Uint16Array,
  cover: Uint32Array,
  value: Float32Array,
  sets: Uint32Array,
} as const satisfies Record<keyof Arrays, unknown>;
const names = Object.keys(layout) as (keyof Arrays)[];

/** Writes a model as bytes: a header in JSON, then the arrays of both sums of trees (little-endian). */
export function encodeModel(model: PriceModel): Buffer {
  const arrays: Uint8Array[] = [];
  const describe = ({ start, trees }: PriceModel["price"]) => ({
    start,
    lengths: names.map((name) => {
      const array = trees[name];
      arrays.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      return array.length;
    }),
  });
  const header = Buffer.from(
    JSON.stringify({
      features: features.map(({ name }) => name),
      bins: model.bins,
      bands: model.bands,
      cars: model.cars,
      price: describe(model.price),
      spread: describe(model.spread),
      // The last, because earlier releases read what is before it.
      market: model.market && { ...model.market, price: describe(model.market.price) },
    }),
  );
  const begin = Buffer.alloc(8);
  begin.write(magic, "latin1");
  begin.writeUInt32LE(header.length, 4);
  return Buffer.concat([begin, header, ...arrays]);
}

/** Reads a model; null if this version of the program cannot use it (other features or another format). */
export function decodeModel(bytes: Buffer): PriceModel | null {
  if (bytes.length < 8 || bytes.toString("latin1", 0, 4) !== magic) return null;
  let at = 8 + bytes.readUInt32LE(4);
  const header = JSON.parse(bytes.toString("utf8", 8, at)) as Header;
  if (header.features.join() !== features.map(({ name }) => name).join()) return null;
  const isCategory = Uint8Array.from(header.bins, (binning) => ("categories" in binning ? 1 : 0));
  const read = ({ start, lengths }: Header["price"]) => {
    const arrays = names.map((name, index) => {
      const { BYTES_PER_ELEMENT } = layout[name];
      const length = lengths[index]!;
      // A copy begins at an address that fits the elements' size.
      const part = Uint8Array.from(bytes.subarray(at, at + length * BYTES_PER_ELEMENT));
      at += part.length;
      return [name, new layout[name](part.buffer)];
    });
    return { start, trees: { ...(Object.fromEntries(arrays) as Arrays), isCategory } };
  };
  const { bins, bands, cars, market } = header;
  const model = { bins, bands, cars, price: read(header.price), spread: read(header.spread) };
  return market ? { ...model, market: { ...market, price: read(market.price) } } : model;
}

type Header = Pick<PriceModel, "bins" | "bands" | "cars"> & {
  features: string[];
  price: { start: number; lengths: number[] };
  spread: Header["price"];
  market?: Omit<MarketModel, "price"> & Pick<Header, "price">;
};
