import {
  detailNames,
  isSameDetail,
  statedDetails,
  type CarDetails,
  type DetailName,
} from "#shared/listings/car-details.ts";
import { feedFields, type FeedFacts, type ListedField } from "#server/imports/public-reading.ts";

/** A fact that a feed can change: a column of a listing, or one of its details. */
export type FeedField = ListedField | DetailName;

type Together = Partial<Record<FeedField, readonly FeedField[]>>;
/** A number means nothing without its unit. */
const units: Together = {
  mileage: ["mileageUnit"],
  mileageUnit: ["mileage"],
  fuelEconomy: ["fuelEconomyUnit"],
  fuelEconomyUnit: ["fuelEconomy"],
};
/** What changes together with a field. */
const companions: Together = {
  ...units,
  make: ["categoryId"],
  bodyType: ["bodyTypeTypical"],
  resalePriceMinor: ["sourceCurrency", "sourcePriceMinor", "sourceRate"],
};

const together = (fields: readonly FeedField[], others: Together): Set<FeedField> =>
  new Set(fields.flatMap((field) => [field, ...(others[field] ?? [])]));
/** Fields with those that change together with them, if the feed wins. */
export const withCompanions = (fields: readonly FeedField[]) => together(fields, companions);
/** Fields with the units of their numbers, and the numbers of their units. */
export const withUnits = (fields: readonly FeedField[]) => together(fields, units);

/** Whether a field is one of the details, not a column. */
export const isDetail = (field: FeedField): field is DetailName =>
  (detailNames as readonly string[]).includes(field);

/** A fact of a car, or null. */
export function factOf(facts: Partial<FeedFacts>, field: FeedField) {
  return (isDetail(field) ? facts.details?.[field] : facts[field]) ?? null;
}

/** Whether two sets of facts agree in a field. */
export function agreeIn(before: FeedFacts, after: FeedFacts, field: FeedField): boolean {
  if (!isDetail(field)) return before[field] === after[field];
  return isSameDetail(before.details?.[field] ?? null, after.details?.[field] ?? null);
}

/** Whether two sets of details are the same. */
export function sameDetails(before: CarDetails | undefined, after: CarDetails | undefined) {
  // Most cars of most feeds have none.
  if (before === after) return true;
  return detailNames.every((name) => isSameDetail(before?.[name] ?? null, after?.[name] ?? null));
}

/** The fields in which two sets of facts differ. */
export function differingFields(before: FeedFacts, after: FeedFacts): FeedField[] {
  if (before === after) return [];
  const columns = feedFields.filter((field) => before[field] !== after[field]);
  if (before.details === after.details) return columns;
  return [...columns, ...detailNames.filter((name) => !agreeIn(before, after, name))];
}

/** Facts with some fields of others. */
export function withFields(
  facts: FeedFacts,
  others: FeedFacts,
  fields: readonly FeedField[],
): FeedFacts {
  const { details: before, ...columns } = facts;
  const given = Object.fromEntries(fields.map((field) => [field, factOf(others, field)]));
  const details = statedDetails({ ...before, ...pick(given, detailNames) });
  return { ...columns, ...pick(given, feedFields), ...(details && { details }) };
}

function pick<Name extends string>(given: Record<string, unknown>, names: readonly Name[]) {
  return Object.fromEntries(
    names.flatMap((name) => (name in given ? [[name, given[name]]] : [])),
  ) as { [Picked in Name]?: never };
}

/** Whether a feed says other photos than before. */
export function differsInPhotos(before: FeedFacts, after: FeedFacts): boolean {
  if (before.imageUrls === after.imageUrls) return false;
  return JSON.stringify(before.imageUrls ?? []) !== JSON.stringify(after.imageUrls ?? []);
}

/** Facts with the photos that others name. */
export function withPhotos({ imageUrls: _, ...facts }: FeedFacts, others: FeedFacts): FeedFacts {
  return { ...facts, ...(others.imageUrls && { imageUrls: others.imageUrls }) };
}

/**
 * Why a listing stays as it is: reserved or sold, deleted by its seller, removed by an admin, its row was refused,
 * another listing with its VIN is for sale, another feed of the seller has the car, or the shop no longer sells its make.
 */
export type KeptReason =
  "booked" | "withdrawn" | "removed" | "refused" | "vin_taken" | "other_feed" | "make_not_sold";

/** A car that a feed listed before. */
export type KnownCar = {
  identity: string;
  listingId: string;
  /** Retired cars are off sale because the feed no longer had them. */
  isRetired: boolean;
  /** What the feed said when it was last applied. */
  feedFacts: FeedFacts;
  /** What the shop shows, which its seller may have changed by hand. */
  shown: FeedFacts;
  keptReason: KeptReason | null;
};

/** Facts that a row need not state: the model's usual body, or that of the title, and where its seller is. */
export const inferredFields = ["bodyType", "location"] as const satisfies readonly ListedField[];
export type InferredField = (typeof inferredFields)[number];

/** A row that was read as a car. */
export type CarRow = {
  line: number;
  /** What identifies the car, the strongest first. */
  identities: readonly string[];
  fingerprint: string;
  facts: FeedFacts;
  /** Details that no column of the file states; missing without any. */
  unstated?: readonly DetailName[];
  /** Of a row that names a car by its id here: facts that its cells leave open and that were inferred. */
  inferred?: readonly InferredField[];
};
