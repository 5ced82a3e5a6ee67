import { kilometersPerMile } from "#shared/listings/mileage.ts";
import type { MileageUnit } from "#shared/listings/listing.ts";
import { fold } from "#shared/text/fold.ts";
import type { FeedCar } from "./feed-car.ts";
import type { Column, FeedContext } from "../feed-context.ts";
import {
  hasThousandsTwice,
  isBareNumber,
  isDoubtful,
  otherMark,
  readNumber,
  splitMeasure,
  type DecimalMark,
} from "./number-format.ts";
import { withZeros } from "./prices/read-price.ts";
import {
  ambiguousNumber,
  fault,
  thousandsTwice,
  threeDecimals,
  type Parsed,
  type RowReader,
} from "./row-reader.ts";
import { highestMileage, isPlaceholder } from "./sanity.ts";

/** `isMil`: the text is in Swedish mil; the distance is in kilometers. */
export type Distance = { distance: number; unit: MileageUnit | null; isMil?: boolean };
/** What "mil" and a bare number mean: in a Swedish column, "mil" is 10 km, and a column can be in mil. */
type MilReading = "no" | "word" | "bare number";

const units: Record<string, MileageUnit> = {
  km: "km",
  kms: "km",
  kilometer: "km",
  kilometers: "km",
  kilometre: "km",
  kilometres: "km",
  kilometros: "km",
  quilometros: "km",
  kilometrow: "km",
  kilometri: "km",
  kilometru: "km",
  chilometri: "km",
  mi: "mi",
  mile: "mi",
  miles: "mi",
  mls: "mi",
  meilen: "mi",
  // The codes of UNECE that schema.org uses.
  км: "km",
  kmt: "km",
  smi: "mi",
};
// Currencies whose countries use miles. In South Africa, "mileage" is in kilometers.
const milesCurrencies = ["GBP", "USD"];
const milCurrencies = ["SEK", "NOK"];

/** The unit of distance that a word means in a value, a header or a unit column; null for an unknown word. */
export function distanceUnitOf(word: string): MileageUnit | null {
  const plain = word.toLowerCase().replace(/\.$/, "");
  return units[plain] ?? units[plain.normalize("NFD").replace(/\p{Mn}/gu, "")] ?? null;
}

/** Reads "150,000km", "150 tys. km", "45k miles", "12.345 km", "150 tkm". Only whole numbers are mileages. */
export function parseMileage(
  text: string,
  mark: DecimalMark | null,
  mil: MilReading = "no",
): Parsed<Distance> {
  if (text === "") return "empty";
  if (mil !== "bare number" && isBareNumber(text))
    return { value: { distance: Number(text), unit: null } };
  const measure = splitMeasure(withoutLabel(text));
  if (!measure || measure.before !== "") return fault(`"${text}" is not a mileage`);
  const { scaled, unitWord } = splitScale(measure.after);
  const isMil = unitWord === "" ? mil === "bare number" : mil !== "no" && /^mil$/i.test(unitWord);
  const unit = unitWord === "" ? null : isMil ? "km" : distanceUnitOf(unitWord);
  if (unitWord !== "" && !unit) return fault(`"${text}": unknown unit of distance "${unitWord}"`);
  const number = readNumber(measure.number, mark);
  if (number === null) return fault(`"${text}" is not a mileage`);
  if (number === "ambiguous") return ambiguousNumber(text);
  if (scaled && hasThousandsTwice(measure.number, number, mark)) return thousandsTwice(text);
  if (mark && !scaled && isDoubtful(measure.number, mark))
    return threeDecimals(text, otherMark(mark));
  if (isMil) {
    const kilometers = scaled ? null : inKilometers(number);
    return kilometers === null
      ? fault(`"${text}" is not a distance in mil`)
      : { value: { distance: kilometers, unit: "km", isMil } };
  }
  const distance = Number(scaled ? withZeros(number, 3) : number);
  return Number.isSafeInteger(distance)
    ? { value: { distance, unit } }
    : fault(`"${text}" is not a whole number`);
}

/** A number of mil in kilometers, exactly; null if these are no whole number. */
function inKilometers(mil: string): number | null {
  const match = /^(\d{1,6})(?:\.(\d)0*)?$/.exec(mil);
  return match ? Number(`${match[1]}${match[2] ?? "0"}`) : null;
}

/** No car is driven as many kilometers, so a number above is likelier to be of kilometers than of mil. */
const mostMil = 60_000;
export const isDoubtfulMil = ({ distance, isMil }: Distance): boolean =>
  isMil === true && distance > mostMil * 10;

function milReadingOf({ distanceUnit, languages }: Column, stated: MileageUnit | null) {
  if (distanceUnit === "mil" && !stated) return "bare number";
  return languages.includes("sv") ? "word" : "no";
}

// Words beside a mileage that do not change it. Words about another number ("under", "non garanti") are not among them.
const about =
  /^(?:ca\.?|circa|cirka|ungef[aä]hr|approx\.?|approximately|env\.?|environ|ok\.|oko[lł]o|laut tacho)\s*(?=\d)/iu;
const assured =
  /(?<=[\dm]s?)[ ,]*[ ,(](?:certifi[eé]s?|certificat[io]|certificados|garantis?|garantit[io]|reali|reales|originali|original|oryginaln[ye]|abgelesen|belegt|scheckheft(?:gepflegt)?|warranted|nap)\)?$/iu;

// "TKM 78", "km 12.345", "Miles: 32,114", "Odometer: 32,114 mi", "Kilometerstand: 98.500" (in km)
const withoutLabel = (text: string) =>
  text
    .replace(about, "")
    .replace(assured, "")
    .replace(/!+$/, "")
    .replace(/^tkm[.: ]*([\d.,]+)$/i, "$1 tkm")
    .replace(/^kilometerstand(?:: ?| )([\d.,' ]+)$/i, "$1 km")
    .replace(/^(?:mileage|odometer|kilometerstand)(?:: ?| )(?=\d)/i, "")
    .replace(
      /^(kms?|mi|miles|kilomet(?:er|re)s)(?:[.:] ?| |(?<=^km)(?=\d))(?=[\d.,' ]+$)(.+)$/i,
      "$2 $1",
    );

// "k", "tys." and "Tsd." mean thousands, and "tkm" is German for thousands of kilometers; "km" is not "k" and "m".
function splitScale(after: string): { scaled: boolean; unitWord: string } {
  const match =
    /^(?:(ty[sś]|tysi[eę]cy|tis|tsd|tds|k|тыс|тис|mil(?:a|le)|mil(?= ?(?:km|kil))|t(?= ?km))\.?)(?:\s+|(?=km|км|mi|$)|$)(.*)$/i.exec(
      after,
    );
  if (!match || distanceUnitOf(after)) return { scaled: false, unitWord: after.trim() };
  return { scaled: true, unitWord: (match[2] ?? "").trim() };
}

// What a seller in America says of an odometer that was replaced, or passed its highest number.
const untrue =
  /^(?:tmu|true mileage unknown|not actual(?: (?:mileage|miles))?|nam|exceeds mechanical limits?|eml|mileage unknown|unknown|discrepancy|inconsistent)$/;

type Mileage = Pick<FeedCar, "mileage" | "mileageUnit">;

/**
 * A row's mileage. A bare number takes its unit from the header, a unit column, `--distance-unit` or the feed's
 * currency.
 */
export function readMileage(row: RowReader, context: FeedContext): Mileage | null {
  const faultsBefore = row.faults.length;
  const { consumptionColumns } = context.evidence;
  const all = context.columns.get("mileage") ?? [];
  const columns =
    consumptionColumns.size > 0 ? all.filter(({ index }) => !consumptionColumns.has(index)) : all;
  const { rowUnit, isRowInMil } = readRowUnit(row, all, context);
  const status = row.textOf("mileageStatus");
  if (status !== "" && untrue.test(fold(status)))
    row.faults.push({
      column: row.headerOf("mileageStatus"),
      reason: `the mileage is not the true one: "${status}"`,
    });
  let first: Mileage | null = null;
  let firstIsMil = false;
  const mileage = row.take(
    "mileage",
    (text, column): Parsed<Mileage> => {
      const mil =
        isRowInMil && column.distanceUnit === null
          ? "bare number"
          : milReadingOf(column, context.options.distanceUnit);
      const parsed = parseMileage(text, context.evidence.marks.get(column.index) ?? null, mil);
      if (parsed === "empty" || "fault" in parsed) return parsed;
      if (column.unknownUnit)
        return fault(`unknown unit of distance "${column.unknownUnit}" in the header`);
      const { distance, unit: own, isMil } = parsed.value;
      const doubt = whyDoubtful(text, parsed.value, column, context);
      if (doubt) return fault(doubt);
      // An operator's unit replaces the mil of the header.
      const inMil = isMil || (mil === "word" && column.distanceUnit === "mil");
      const columnUnit = column.distanceUnit === "mil" && inMil ? null : column.distanceUnit;
      const stated = [own, columnUnit, rowUnit].filter((unit) => unit !== null);
      const unit = agreedUnit(text, stated, impliedUnit(column, context));
      if (typeof unit === "object") return unit;
      if (distance > highestMileage[unit])
        return fault(`"${text}" is higher than any car's mileage`);
      if (isPlaceholder(String(distance)))
        return fault(`"${text}" is a placeholder, not a mileage`);
      const value = { mileage: distance, mileageUnit: unit };
      if (first && isRestated(first, value, (isMil ?? false) || firstIsMil)) return "empty";
      firstIsMil = isMil ?? false;
      first = value;
      return { value };
    },
    columns,
  );
  if (!mileage && row.faults.length === faultsBefore)
    row.faults.push({
      column: row.headerOf("mileage"),
      reason:
        columns.length > 0
          ? "the mileage is missing"
          : "the column is about fuel consumption (name the one of the mileage with --map)",
    });
  return mileage;
}

/** The unit of a column beside the mileage, or that it is mil; null where the row states none. */
function readRowUnit(
  row: RowReader,
  mileages: readonly Column[],
  { evidence }: FeedContext,
): { rowUnit: MileageUnit | null; isRowInMil: boolean } {
  const isInKilometers = mileages.some((column) => column.distanceUnit === "km");
  let isRowInMil = false;
  const rowUnit = row.take("mileageUnit", (text, { header }): Parsed<MileageUnit> => {
    // "K" beside a column in kilometers. Alone it could mean thousands.
    const unit = text === "K" && isInKilometers ? "km" : distanceUnitOf(text);
    if (unit) return { value: unit };
    // Where prices are in crowns, a mil is 10 km.
    isRowInMil = /^mil$/i.test(text) && milCurrencies.includes(evidence.currency ?? "");
    if (isRowInMil) return "empty";
    // A "mileage type" can be "actual", and a "unit" that of a price.
    return text === "" || /type$|^units?$/i.test(header)
      ? "empty"
      : fault(`unknown unit of distance "${text}"`);
  });
  return { rowUnit, isRowInMil };
}

/** The one unit that a mileage, its header and its row state, else the one that the feed implies; or what is wrong. */
function agreedUnit(
  text: string,
  stated: readonly (MileageUnit | "mil")[],
  implied: MileageUnit | null,
): MileageUnit | ReturnType<typeof fault> {
  const unit = stated[0] ?? implied;
  if (unit === "mil") return fault(`"${text}" has no unit`);
  if (!unit)
    return fault(
      `"${text}" has no unit, and the feed does not show it (use --distance-unit km or --distance-unit mi)`,
    );
  const other = stated.find((other) => other !== unit);
  return other ? fault(`"${text}" is in ${unit}, its column in ${other}`) : unit;
}

function whyDoubtful(
  text: string,
  read: Distance,
  { index }: Column,
  { evidence }: FeedContext,
): string | null {
  if (isDoubtfulMil(read) || (read.isMil && evidence.isMilDoubtful))
    return `"${text}" may be in kilometers, not in mil (if the column is, use --distance-unit km)`;
  return read.distance < 1_000 && !read.unit && evidence.thousandsColumns.has(index)
    ? `"${text}" may be in thousands, as most of the column (write "${text} tkm" or the whole number)`
    : null;
}

/** Whether two columns state the same distance in kilometers and in miles or mil, apart from rounding. */
function isRestated(first: Mileage, other: Mileage, isMil: boolean): boolean {
  // A mil is rounded to 10 km.
  if (isMil && first.mileageUnit === other.mileageUnit)
    return Math.abs(first.mileage - other.mileage) <= 10;
  if (first.mileageUnit === other.mileageUnit) return false;
  const [km, mi] = first.mileageUnit === "km" ? [first, other] : [other, first];
  return Math.abs(km.mileage - mi.mileage * kilometersPerMile) <= 2;
}

// In America no one has to say that prices are in US dollars: "price_usd" is of a country with another currency.
export const isPricedAbroad = (columns: FeedContext["columns"]) =>
  columns.get("price")?.some(({ currencies }) => currencies?.join() === "USD") ?? false;

function impliedUnit(
  column: Column,
  { options, evidence, columns }: FeedContext,
): MileageUnit | null {
  if (options.distanceUnit) return options.distanceUnit;
  const currencyUnit =
    evidence.currency && milesCurrencies.includes(evidence.currency) && !isPricedAbroad(columns)
      ? "mi"
      : null;
  const units = new Set(evidence.distanceUnits);
  if (currencyUnit) units.add(currencyUnit);
  if (
    evidence.distanceUnits.size === 0 &&
    column.languages.length > 0 &&
    !column.languages.includes("en")
  )
    return null;
  return units.size === 1 ? ([...units][0] ?? null) : null;
}
