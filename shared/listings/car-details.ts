import { z } from "zod";
import { isStorable } from "#shared/text/text.ts";
import { drives, mostSeats, serviceHistories } from "./listing.ts";

/** From the smallest city car to the strongest electric ones. */
const powerRange = { min: 20, max: 1_500 };
export const mostDoors = 9;
export const mostKeepers = 50;
export const longestTrim = 120;
export const mostOptions = 100;
export const longestOption = 80;
const longestUrl = 500;
const firstCarYear = 1886;

const wholeNumber = (label: string, { min, max }: { min: number; max: number }, unit = "") => {
  const message = `${label} must be a whole number from ${min} to ${max.toLocaleString("en-US")}${unit}.`;
  return z.number(message).int(message).min(min, message).max(max, message);
};

/** A text on one line, as the importer reads it, so that an exported text is the same when it is read again. */
export const oneLine = (given: string): string =>
  given.normalize("NFKC").replace(/\s+/gu, " ").trim();

/** An option without the quotation marks that lists put around it. A bar separates options. */
const tidyOption = (given: string): string =>
  oneLine(given.replace(/\|/g, "/")).replace(/^(["'])(.*)\1$/, "$2");

/** Options as they are stored: tidied, without empty and repeated ones. */
export function tidyOptions(given: readonly string[]): string[] {
  return [...new Set(given.map(tidyOption).filter((option) => option !== ""))];
}

const notStorable = "This text contains a character that cannot be stored.";
const unreadableMonth = "First registration must be a year and a month, such as 2018-03.";

/** The rules of each detail. Inputs are tidied first. */
const rules = {
  powerKw: wholeNumber("Power", powerRange, " kW").describe("In kilowatts"),
  doors: wholeNumber("Doors", { min: 1, max: mostDoors }),
  seats: wholeNumber("Seats", { min: 1, max: mostSeats }),
  drive: z.enum(drives, "Choose front-wheel, rear-wheel or all-wheel drive."),
  trim: z
    .string("Trim must be a text.")
    .refine(isStorable, notStorable)
    .transform(oneLine)
    .pipe(z.string().max(longestTrim, `Trim can have at most ${longestTrim} characters.`)),
  previousKeepers: wholeNumber("Previous owners", { min: 0, max: mostKeepers }),
  serviceHistory: z.enum(serviceHistories, "Choose full, partial, available or none."),
  firstRegistration: z
    .string(unreadableMonth)
    .trim()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, unreadableMonth)
    .refine(
      (month) => Number(month.slice(0, 4)) >= firstCarYear,
      `First registration cannot be before ${firstCarYear}.`,
    )
    .refine(
      (month) => month <= new Date().toISOString().slice(0, 7),
      "First registration cannot be in the future.",
    )
    .describe("Year and month, such as 2018-03"),
  options: z
    .array(z.string("An option must be a text."), "List the options.")
    .max(1_000, `A car can have at most ${mostOptions} options.`)
    .refine((options) => options.every(isStorable), notStorable)
    .transform(tidyOptions)
    .pipe(
      z
        .array(
          z.string().max(longestOption, `An option can have at most ${longestOption} characters.`),
        )
        .max(mostOptions, `A car can have at most ${mostOptions} options.`),
    )
    .describe("Equipment, one item each"),
  advertUrl: z
    .string("Ad URL must be an address that starts with https://.")
    .trim()
    .max(longestUrl, `Ad URL can have at most ${longestUrl} characters.`)
    .refine(isHttps, "Ad URL must be an address that starts with https://."),
};

/** Only https, and without a user name or a password, which would not belong to an advert. */
function isHttps(given: string): boolean {
  const isUrl = isStorable(given) && !/\s/.test(given) && URL.canParse(given);
  const url = isUrl ? new URL(given) : null;
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}

/**
 * Details of a car beside the specified facts, as they are stored with a listing (`details`). Only what is stated is
 * there; a listing without any has none.
 * @internal
 */
export const carDetails = z.strictObject(rules).partial();
export type CarDetails = z.infer<typeof carDetails>;
export type DetailName = keyof typeof rules;
export const detailNames = Object.keys(rules) as DetailName[];
/** The rules of each detail, for the bodies of the API. */
export const detailRules = rules;

/** Details as they are stored, which a redacted one need not keep to the rules of inputs. */
export const storedDetails = z
  .object({
    powerKw: z.number(),
    doors: z.number(),
    seats: z.number(),
    drive: z.string(),
    trim: z.string(),
    previousKeepers: z.number(),
    serviceHistory: z.string(),
    firstRegistration: z.string(),
    options: z.array(z.string()),
    advertUrl: z.string(),
  } satisfies Record<DetailName, z.ZodType>)
  .partial();

const publicNames = detailNames.filter((name) => name !== "advertUrl");

/** The details that visitors see; null for what is not stated. */
export const publicDetails = z.object({
  powerKw: z.number().int().nullable().describe("In kilowatts"),
  doors: z.number().int().nullable(),
  seats: z.number().int().nullable(),
  drive: z.enum(drives).nullable(),
  trim: z.string().nullable(),
  previousKeepers: z.number().int().nullable(),
  serviceHistory: z.enum(serviceHistories).nullable(),
  firstRegistration: z.string().nullable().describe("Year and month, such as 2018-03"),
  options: z.array(z.string()).describe("Equipment"),
});
export type PublicDetails = z.infer<typeof publicDetails>;

/** The details that a car's seller sees. The advert on the seller's own site is not shown to visitors. */
export const ownDetails = publicDetails.extend({ advertUrl: z.string().nullable() });
export type OwnDetails = z.infer<typeof ownDetails>;

/** The details of a listing as visitors see them. */
export function presentDetails(details: CarDetails | null): PublicDetails {
  const shown = publicNames.map((name) => [name, details?.[name] ?? null]);
  return { ...(Object.fromEntries(shown) as PublicDetails), options: details?.options ?? [] };
}

/** The details of a listing as its seller sees them. */
export const presentOwnDetails = (details: CarDetails | null): OwnDetails => ({
  ...presentDetails(details),
  advertUrl: details?.advertUrl ?? null,
});

/** Details without what is empty; null if nothing is left. */
export function statedDetails(given: {
  [Name in DetailName]?: CarDetails[Name] | null | undefined;
}): CarDetails | null {
  const stated = detailNames.flatMap((name) => {
    const value = given[name];
    const isEmpty = value === null || value === undefined || value === "";
    return isEmpty || (Array.isArray(value) && value.length === 0) ? [] : [[name, value] as const];
  });
  return stated.length === 0 ? null : Object.fromEntries(stated);
}

type DetailValue = CarDetails[DetailName] | null;

/** Whether two values of a detail are the same. Lists are compared by what is in them. */
export function isSameDetail(before: DetailValue, after: DetailValue): boolean {
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && before.every((value, at) => value === after[at]);
  return (before ?? null) === (after ?? null);
}

/** Cars are registered from just before their model year until they leave the dealer's lot. */
export const isRegisteredInTime = (year: number, registered: number): boolean =>
  registered >= year - 1 && registered <= year + 3;

/** Why a first registration does not fit a year; null if it does, or if one of them is not known. */
export function whyNotRegistered(
  year: number | null | undefined,
  firstRegistration: string | null | undefined,
): string | null {
  if (year == null || firstRegistration == null) return null;
  if (isRegisteredInTime(year, Number(firstRegistration.slice(0, 4)))) return null;
  return `The car is of ${year}, so its first registration must be from ${year - 1} to ${year + 3}.`;
}
