import { maximumPhotos, maximumPhotoUrlBytes, mostSeats } from "#shared/listings/listing.ts";
import { isStorable } from "#shared/text/text.ts";
import { longestTrim, mostDoors, mostKeepers } from "#shared/listings/car-details.ts";
import { damageIn, isDamaged } from "./find-damage.ts";
import type { Refusal, SourceFacts } from "./feed-car.ts";
import type { FeedContext } from "../feed-context.ts";
import { borrowingFields, type Field } from "../headers/feed-fields.ts";
import { readLimits } from "../files/read-limits.ts";
import { optionsIn, parseDrive, parseServiceHistory } from "./read-equipment.ts";
import { parsePower } from "./read-power.ts";
import { parseMonth } from "./read-year.ts";
import { meaningOf } from "./vocabulary.ts";
import { cellOf, fault, type Parsed, type RowReader } from "./row-reader.ts";

const longestText = 300;
const mostImages = 100;

/** The result for a row of a feed that has no such columns. */
export const noSource: SourceFacts = {
  title: null,
  trim: null,
  stockNumber: null,
  advertId: null,
  registration: null,
  advertUrl: null,
  imageUrls: [],
  postcode: null,
  powerKw: null,
  doors: null,
  seats: null,
  drive: null,
  previousKeepers: null,
  serviceHistory: null,
  firstRegistration: null,
  options: [],
};

/** What a row says about the advert and the equipment. What cannot be read is left out. */
export function readSource(row: RowReader, { evidence, columns }: FeedContext): SourceFacts {
  // Many feeds have none of these columns.
  if (!borrowingFields.some((field) => columns.has(field)) && !columns.has("firstRegistration"))
    return noSource;
  const text = (field: Field, longest = longestText) =>
    row.take(field, (value): Parsed<string> => {
      if (value === "") return "empty";
      return value.length <= longest ? { value } : fault(`longer than ${longest} characters`);
    });
  const count = (field: Field, most: number) =>
    row.take(field, (value): Parsed<number> => {
      const number = /^(\d{1,2})(?:\.0)?(?:\s?[\p{L}.]+)?$/u.exec(value)?.[1];
      if (value === "") return "empty";
      if (/^\d\/\d$/.test(value)) return { value: Number(value.at(-1)) };
      return number !== undefined && Number(number) <= most
        ? { value: Number(number) }
        : fault(`"${value}" is not a number of ${field}`);
    });
  return {
    title: text("title"),
    trim: text("trim", longestTrim),
    stockNumber: text("stockNumber"),
    advertId: text("advertId"),
    registration: row.take("registration", (value): Parsed<string> => {
      const plate = value.toUpperCase().replace(/[\s-]+/g, "");
      if (value === "") return "empty";
      return /^[\p{L}\p{N}]{2,12}$/u.test(plate) && /\d/.test(plate)
        ? { value: plate }
        : fault(`"${value}" is not a registration`);
    }),
    advertUrl: text("advertUrl"),
    imageUrls: readImageUrls(row),
    postcode: text("postcode"),
    powerKw: row.take("power", (value, column) =>
      parsePower(value, evidence.marks.get(column.index) ?? null, column.powerUnit),
    ),
    doors: count("doors", mostDoors),
    seats: count("seats", mostSeats),
    drive: row.take("drive", parseDrive),
    previousKeepers: count("previousKeepers", mostKeepers),
    serviceHistory: row.take("serviceHistory", parseServiceHistory),
    firstRegistration: row.take("firstRegistration", parseMonth),
    options: optionsIn(row.textOf("options")),
  };
}

function readImageUrls(row: RowReader): string[] {
  const urls = imageUrlsIn(row.textsOf("imageUrls"));
  const isUsable = (url: string) =>
    isStorable(url) && (url.length <= 100 || Buffer.byteLength(url) <= maximumPhotoUrlBytes);
  const usable = urls.filter(isUsable);
  if (usable.length < urls.length)
    row.leftOut.push({
      column: row.headerOf("imageUrls"),
      reason: `an image URL is longer than ${maximumPhotoUrlBytes} bytes, or not text`,
    });
  const photos = usable.slice(0, maximumPhotos);
  let characters = 0;
  const fittingPhotos = photos.filter((url) => (characters += url.length) <= readLimits.imageUrls);
  if (fittingPhotos.length < photos.length)
    row.leftOut.push({
      column: row.headerOf("imageUrls"),
      reason: `the image URLs have more than ${readLimits.imageUrls} characters together`,
    });
  return fittingPhotos;
}

/**
 * The http addresses in the cells, each once: separated by bars, commas, semicolons or spaces, or as JSON, whose slashes
 * may be escaped.
 * @internal
 */
export function imageUrlsIn(texts: readonly string[]): string[] {
  const urls = texts.flatMap((text) =>
    text
      .replaceAll("\\/", "/")
      .replace(/^\[|\]$/g, "")
      .split(/[|;\s"]+|,(?=\s*['"]?https?:)|,$/)
      .map((part) => part.replace(/^'|'$/g, ""))
      .filter((part) => /^https?:\/\/[^/]/i.test(part)),
  );
  return [...new Set(urls)].slice(0, mostImages);
}

/** Refuses a row that says that the car is damaged, or leaves it open in a column about damage; null for others. */
export function findDamage(
  cells: readonly string[],
  { columns, textColumns }: FeedContext,
): Refusal | null {
  const refuse = (kind: Refusal["kind"], column: string, reason: string): Refusal => ({
    kind,
    faults: [{ column, reason }],
  });
  for (const about of ["damage", "soundness"] as const)
    for (const column of columns.get(about) ?? []) {
      const { header } = column;
      const text = cellOf(cells, column);
      // British categories of written-off cars. "N" does not mean no.
      const isCategory = /categor/i.test(header) && /^[abcdns]$/i.test(text);
      // "20E" is an insurance group.
      if (/categor/i.test(header) && /^\d/.test(text)) continue;
      const damaged = isCategory || isDamaged(text, about);
      if (damaged === null)
        return refuse("faults", header, `"${text}" does not say whether the car is damaged`);
      if (damaged)
        return refuse(
          "damaged",
          header,
          `the car is damaged ("${text}"), and damaged cars are not sold here`,
        );
    }
  for (const column of columns.get("condition") ?? []) {
    const text = cellOf(cells, column);
    if (meaningOf("condition", text) === "damaged")
      return refuse(
        "damaged",
        column.header,
        `the car is "${text}", and damaged cars are not sold here`,
      );
  }
  for (const [index, header] of textColumns) {
    const cell = cells[index] ?? "";
    // In Japanese auctions, cars repaired after an accident have no grade from 1 to 6, but a letter.
    if ((cell === "R" || cell === "RA" || cell === "***") && /grade|score/i.test(header))
      return refuse("damaged", header, `the car was repaired after an accident ("${cell}")`);
    const damage = isSound(cell) ? null : damageIn(cell);
    if (damage)
      return refuse(
        "damaged",
        header,
        `the car is "${damage}", and damaged cars are not sold here`,
      );
  }
  return null;
}

// Most cells repeat ("C Class", "Black"), and most of the others are numbers.
const soundCells = new Set<string>();
const mostKnown = 5_000;

function isSound(cell: string): boolean {
  if (cell.length < 4 || soundCells.has(cell) || !/\p{L}{3}/u.test(cell)) return true;
  // In URLs, only schema.org's names of conditions count.
  if (/^\s*https?:/i.test(cell)) return !/DamagedCondition$/i.test(cell);
  if (damageIn(cell) !== null) return false;
  if (cell.length <= 40 && soundCells.size < mostKnown) soundCells.add(cell);
  return true;
}
