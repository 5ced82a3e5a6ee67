import { z } from "zod";
import type { FeedCorrections } from "#shared/feeds/feed-contract.ts";
import { feedPreview, type FeedPreview } from "#shared/feeds/feed-preview-contract.ts";
import type { FeedNumber, Remark } from "#server/imports/public-reading.ts";
import {
  addCarKeys,
  askOne,
  isReadCar,
  isStrings,
  readRefusal,
  readRemarks,
  type Reader,
  type RowReasons,
  type Seller,
} from "#server/imports/public.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { CarRow } from "../feed-facts.ts";
import type { ReadFeed } from "../plan/make-plan.ts";
import type { Refusal } from "../plan/plan-store.ts";
import type { RefusedRow } from "../plan/plan-sync.ts";
import type { previewColumns as columnsOfPlan, PreviewedFile } from "./preview-file.ts";
import type { CarPart, CarTotals, StatedCar } from "./read-cars.ts";

type Reading = {
  seller: Pick<Seller, "id" | "location">;
  shopCurrency: string;
  digest: Secrets["digest"];
  now: Date;
  corrections?: FeedCorrections;
  /** Is told every refused row. */
  onRefused?: (line: number, faults: readonly Remark[], cells: readonly string[]) => Promise<void>;
};

/**
 * Reads an inspected file into the cars that a plan compares with the shop. Nothing is written.
 * @throws ImportError, TooHeavyError
 */
export async function readCarsOf(
  reader: Reader,
  { feed }: FeedNumber,
  { seller, shopCurrency, digest, now, corrections = {}, onRefused }: Reading,
): Promise<ReadFeed & { reasons: RowReasons }> {
  const cars: CarRow[] = [];
  const refusedRows: RefusedRow[] = [];
  const refusals: Refusal[] = [];
  let totals: CarTotals | null = null;
  const asked = {
    feed,
    shopCurrency,
    now,
    corrections,
    sellerLocation: seller.location,
    reports: onRefused !== undefined,
  };
  for await (const part of reader.ask("cars", asked, carPart))
    if ("car" in part) cars.push(ofSeller(part.car, seller.id, digest));
    else if ("totals" in part) totals = part.totals;
    else {
      const { row, refusal, faults, cells } = part.refused;
      refusedRows.push(row);
      if (refusal) refusals.push(refusal);
      await onRefused?.(row.line, faults, cells);
    }
  if (!totals) throw new Error("A file was read without its totals.");
  return { ...totals, cars, refusedRows, refusals };
}

/** A car with the keys of its history, which only the shop can compute. */
function ofSeller(car: StatedCar, sellerId: string, digest: Secrets["digest"]): CarRow {
  const { numbers, facts } = car;
  delete car.numbers;
  addCarKeys(facts, numbers, sellerId, digest);
  return car;
}

/** How a file, or its beginning, is read. @throws ImportError, TooHeavyError */
export const previewFile = (reader: Reader, file: PreviewedFile): Promise<FeedPreview> =>
  askOne(reader, "preview", file, feedPreview);

/** What a plan could not read, and what it means by now. @throws TooHeavyError */
export const previewColumns = (
  reader: Reader,
  asked: Parameters<typeof columnsOfPlan>[0],
): Promise<FeedPreview> => askOne(reader, "columns", asked, feedPreview);

const strings = z.array(z.string());

function isCar(value: unknown): value is StatedCar {
  const { line, identities } = (value ?? {}) as Partial<StatedCar>;
  return Number.isSafeInteger(line) && isStrings(identities) && isReadCar(value);
}

const refusedLine = z.object({
  row: z.object({ line: z.int(), identities: strings, isFaulty: z.boolean() }),
  faults: readRemarks,
  cells: strings,
  refusal: readRefusal.extend({ line: z.int(), cells: strings }).nullable(),
});
const counts = z.record(z.string(), z.int());
const totals = z.object({
  source: z.string(),
  options: z.record(z.string(), z.json()),
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable(), values: strings })),
  rows: z.int(),
  refused: z.int(),
  leftOut: counts,
  isComplete: z.boolean(),
  reasons: z.object({ quarantined: z.int(), refusals: counts, leftOut: counts }),
});

function isCarPart(value: unknown): value is CarPart {
  if (typeof value !== "object" || value === null) return false;
  if ("car" in value) return isCar(value.car);
  if ("refused" in value) return refusedLine.safeParse(value.refused).success;
  return "totals" in value && totals.safeParse(value.totals).success;
}
const carPart = z.custom<CarPart>(isCarPart);
