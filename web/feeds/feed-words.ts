import type {
  FeedChangeAnswer,
  FeedFactName,
  FeedPlanAnswer,
  FeedPlanSummary,
} from "#shared/feeds/feed-contract.ts";
import type { RefusedRow } from "#shared/feeds/refused-row-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { makes } from "#shared/makes/sold-makes.ts";
import { inSentence } from "#shared/text/in-sentence.ts";
import { formatNumber } from "#shared/text/format-number.ts";

/** Facts of a car as sellers call them. */
export const factWords: Record<FeedFactName, string> = {
  name: "name",
  make: "brand",
  model: "model",
  year: "year",
  mileage: "mileage",
  mileageUnit: "mileage unit",
  fuel: "fuel",
  transmission: "transmission",
  engineSize: "engine size",
  bodyType: "body type",
  fuelEconomy: "fuel economy",
  fuelEconomyUnit: "fuel economy unit",
  tax: "tax",
  colour: "color",
  vin: "VIN",
  condition: "condition",
  location: "location",
  description: "description",
  price: "price",
  powerKw: "power (kW)",
  drive: "drive",
  doors: "doors",
  seats: "seats",
  trim: "trim",
  firstRegistration: "first registration",
  previousKeepers: "previous owners",
  serviceHistory: "service history",
  options: "options",
  advertUrl: "ad URL",
  sourceCurrency: "currency in the file",
  sourcePrice: "price in the file",
  sourceRate: "exchange rate",
};

export const factWord = (name: string): string => factWords[name as FeedFactName] ?? name;

export const kindWords: Record<FeedChangeAnswer["kind"], string> = {
  added: "New",
  changed: "Changed",
  relisted: "Back",
  retired: "Gone",
};

export const planStateWords: Record<FeedPlanSummary["state"], string> = {
  waiting: "Waiting for you",
  applying: "Applying",
  applied: "Applied",
  discarded: "Discarded",
  undoing: "Undoing",
  undone: "Undone",
};

/** Why a car stays as it is. */
export const keptReasonWords: Record<NonNullable<FeedChangeAnswer["reason"]>, string> = {
  booked: "it is reserved or sold",
  withdrawn: "it was deleted or taken off sale in the shop",
  vin_taken: "another car with its VIN is for sale",
  removed: "it was removed by an admin",
  refused: "its row was refused",
  other_feed: "another feed of yours has it",
  make_not_sold: "the shop no longer sells its brand",
};

export const refusalWords: Record<RefusedRow["kind"], string> = {
  faults: "Can be corrected",
  otherMake: "Other brand",
  damaged: "Damaged car",
  notForSale: "Sold or reserved",
};

/** Why a plan waits for a person. */
export function reviewWords({ reason, cars, of }: FeedPlanAnswer["review"][number]): string {
  const share = `${formatNumber(cars)} of ${formatNumber(of)} cars`;
  return reason === "many_retired"
    ? `${share} would be taken off sale.`
    : `The prices of ${share} would change by more than 30%.`;
}

/** How many changes a plan has. */
export function changesOf({ counts }: Pick<FeedPlanSummary, "counts">): number {
  return counts.added + counts.changed + counts.relisted + counts.retired;
}

/** Whether a seller has to decide about a plan. One without changes needs nothing. */
export function isWaiting(plan: FeedPlanSummary): boolean {
  return plan.state === "waiting" && changesOf(plan) > 0;
}

/** Whether rows were refused and no car could be read. */
export function isUnreadable({ counts }: Pick<FeedPlanSummary, "counts">): boolean {
  return counts.refused > 0 && changesOf({ counts }) + counts.unchanged + counts.kept === 0;
}

/** A plan's counts in a sentence, without those that are zero. */
export function countWords({ counts }: Pick<FeedPlanSummary, "counts">): string {
  const parts = [
    [counts.added, "new"],
    [counts.changed, "changed"],
    [counts.relisted, "back"],
    [counts.retired, "gone"],
    [counts.unchanged, "unchanged"],
    [counts.repeated, "repeated"],
    [counts.refused, "refused"],
  ] as const;
  const stated = parts.filter(([cars]) => cars > 0);
  if (stated.length === 0) return "no cars";
  return stated.map(([cars, word]) => `${formatNumber(cars)} ${word}`).join(", ");
}

const longest = 120;

/** The value of a fact, for display. Prices are in the shop's currency. */
export function factText(
  field: FeedFactName,
  value: string | number | null,
  currency: string,
): string {
  if (value === null || value === "") return "none";
  if (typeof value === "string")
    return value.length > longest ? `${value.slice(0, longest)}…` : value;
  if (field === "price" || field === "tax") return formatMajor(value, currency);
  return field === "year" ? String(value) : formatNumber(value);
}

/** What may help with a refused row, by the option that its reason names. */
const helps: Record<string, string> = {
  currency: "Set the currency in the feed's options, and its rate if it is not the shop's.",
  symbol: "Set what the sign means in the feed's options.",
  rate: "Set the exchange rate in the feed's options.",
  "distance-unit": "Set the distance unit in the feed's options.",
  decimal: "Set the decimal mark in the feed's options.",
  "new-models": "Accept new models in the feed's options, or correct the model.",
  make: "Set the brand in the feed's options, or add a column for it.",
  mpg: "Set which gallon in the feed's options.",
};

/** Advice about a refused row. */
export function helpFor({ kind, faults }: RefusedRow): string {
  if (kind === "damaged") return "Damaged cars are not sold here.";
  if (kind === "notForSale") return "Sold, reserved and withdrawn cars are not listed.";
  if (kind === "otherMake") return `This shop sells ${inSentence(makes, "and")} only.`;
  const option = faults
    .map(({ reason }) => /--([a-z-]+)/.exec(reason)?.[1])
    .find((name) => name !== undefined);
  const fallback = "Correct the row here, or in your file and upload it again.";
  return (option && helps[option]) ?? fallback;
}

/** A reason without the options of the command line, which sellers do not know. */
export function reasonText(reason: string): string {
  return reason.replace(/\s*\([^()]*--[^()]*\)/g, "").replace(/[,;]?\s*use --.*$/, "");
}
