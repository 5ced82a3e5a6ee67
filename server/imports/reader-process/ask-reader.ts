import { z } from "zod";
import type { ReadListing } from "../to-listing.ts";
import { isReadCar } from "./is-read-car.ts";
import type { FeedOptions } from "../feed-context.ts";
import type { ComparedRepeat, Repeat } from "../command/list-duplicates.ts";
import type { ReadLine } from "../files/read-lines.ts";
import type { FeedFile } from "../files/unpack-feeds.ts";
import type { FeedNumber } from "./import-answers.ts";
import type { Reader } from "./start-reader.ts";

const strings = z.array(z.string());
export const remarks = z.array(z.object({ column: z.string(), reason: z.string() }));

/** A feed that the process has open. */
export type InspectedFeed = z.infer<typeof inspectedFeed> & { name: string };
const inspectedFeed = z.object({
  feed: z.int(),
  rows: z.int(),
  delimiter: z.string().nullable(),
  headers: strings,
  unread: strings,
});

/** The only value of an answer. */
export async function askOne<Value>(
  reader: Reader,
  question: string,
  input: object,
  answer: z.ZodType<Value>,
): Promise<Value> {
  const values: Value[] = [];
  for await (const value of reader.ask(question, input, answer)) values.push(value);
  if (values.length !== 1) throw new Error(`${question} has ${values.length} answers.`);
  return values[0]!;
}

/** Unpacks archives into a folder. @throws ImportError if one is broken, too large or has no feed */
export const unpackFiles = (
  reader: Reader,
  files: readonly string[],
  folder: string,
): Promise<FeedFile[]> =>
  askOne(
    reader,
    "unpack",
    { files, folder },
    z.array(z.object({ file: z.string(), name: z.string() })),
  );

/** Reads a file once, for its format and columns. @throws ImportError if it is no feed */
export async function inspectFile(
  reader: Reader,
  { file, name }: FeedFile,
  options: FeedOptions,
): Promise<InspectedFeed> {
  return { ...(await askOne(reader, "inspect", { file, name, options }, inspectedFeed)), name };
}

/** Lines for the operator: how a feed is read, with its first rows if `samples`. */
export const explainFile = (reader: Reader, { feed }: FeedNumber, samples: boolean) =>
  askOne(reader, "explain", { feed, samples }, strings);

/** How a feed was read, as JSON for its record. */
export const describeFile = (reader: Reader, { feed }: FeedNumber) =>
  askOne(reader, "describe", { feed }, z.record(z.string(), z.json()));

/** The rate for a feed's prices (`rateOf`). @throws ImportError */
export const rateOfFile = (reader: Reader, { feed }: FeedNumber, shopCurrency: string) =>
  askOne(reader, "rate", { feed, shopCurrency }, z.string().nullable());

/** A feed's rows for an import. */
export const readLinesOf = (
  reader: Reader,
  { feed }: FeedNumber,
  reading: { shopCurrency: string; sellerLocation: string; now: Date },
) => reader.ask("lines", { feed, ...reading }, readLine);

/** The repeated rows of a feed, with the columns in which they differ. */
export const compareRepeatsOf = (
  reader: Reader,
  { feed }: FeedNumber,
  repeats: readonly Repeat[],
): AsyncGenerator<ComparedRepeat> =>
  reader.ask(
    "repeats",
    { feed, repeats },
    z.object({ line: z.int(), firstLine: z.int(), differences: z.string() }),
  );

const row = { line: z.int(), cells: strings };
const listing = z.custom<ReadListing>(isReadCar);

export const refusal = z.object({
  kind: z.enum(["faults", "otherMake", "damaged", "notForSale"]),
  faults: remarks,
});

const readLine = z.union([
  z.object({ ...row, listing, leftOut: remarks, refusal: z.null() }),
  z.object({ ...row, listing: z.null(), leftOut: z.null(), refusal }),
]) as unknown as z.ZodType<ReadLine>;
