import { fold } from "#shared/text/fold.ts";
import { ImportError } from "../import-error.ts";
import { mapHeaders } from "../headers/map-headers.ts";
import type { HeaderMap } from "../feed-context.ts";
import { nameFacts } from "./name-facts.ts";
import { namePrices } from "../headers/name-prices.ts";
import { readLimits } from "./read-limits.ts";
import type { FeedRecord } from "./read-records.ts";
import type { TreeHandler } from "./tree-handler.ts";
import { createTreePlaces, type TreePlace } from "./tree-places.ts";

/** Parses a file into a handler. Yields after each piece, so that what was found can be passed on. */
export type ParseTree = (file: string, handler: TreeHandler) => AsyncGenerator<void>;

/**
 * The element that is repeated for each car, and the paths of its facts, which serve as headers. `sharesLines`: several
 * cars begin in one line, so a line does not name a car.
 */
export type TreeShape = { recordPath: string; headers: string[]; sharesLines: boolean };

/** Names what lists of facts and prices leave unnamed. Finding the shape and reading the records need the same names. */
const withNames = (handler: TreeHandler) => nameFacts(namePrices(handler));

/**
 * Finds the repeated element with the most known facts. A path that repeats inside an element, such as the cars of a
 * dealer, is no fact of that element.
 */
export async function findShape(
  file: string,
  parse: ParseTree,
  own: HeaderMap,
): Promise<TreeShape | null> {
  const { root, below, byPath } = createTreePlaces(file);
  const elements = new Set<TreePlace>();
  const leaves = new Set<TreePlace>();
  // Elements are numbered, to see what an element has several times.
  let elementCount = 1;
  const stack = [{ place: root, number: elementCount }];
  const note = (label: string) => {
    const around = stack.at(-1)!;
    const place = below(around.place, label);
    if (place.lastAround === around.number) place.isRepeated = true;
    place.lastAround = around.number;
    return place;
  };
  const handler: TreeHandler = {
    open(name, line) {
      const place = note(name);
      stack.push({ place, number: ++elementCount });
      elements.add(place);
      place.sharesLines ||= place.lastLine === line;
      place.times++;
      place.lastLine = line;
    },
    leaf(label) {
      if (label.length <= readLimits.header) leaves.add(note(label));
    },
    close: () => void stack.pop(),
  };
  const walk = parse(file, withNames(handler));
  for await (const _ of walk);
  return chooseRecord(elements, factsBelow(elements, leaves, byPath), byPath, own);
}

/** The facts below each element, as far as a header can have steps. */
function factsBelow(
  elements: ReadonlySet<TreePlace>,
  leaves: ReadonlySet<TreePlace>,
  byPath: ReadonlyMap<string, TreePlace>,
): Map<TreePlace, TreePlace[]> {
  const facts = new Map<TreePlace, TreePlace[]>([...elements].map((element) => [element, []]));
  for (const leaf of leaves)
    for (let { path } = leaf, steps = 1; steps <= readLimits.headerSteps; steps++) {
      path = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
      const around = byPath.get(path);
      if (around) facts.get(around)?.push(leaf);
    }
  return facts;
}

// Names of lists that are not what a dealer has for sale now.
const otherCars =
  /^(?:sold|archived?|deleted|removed|withdrawn|expired|delisted|verkaufte?|vendues?|vendus|vendid[oa]s|vendut[ei]|verkochte?|sprzedane|similar|related|recommended|recommendations|comparables?|competitors?)$/;

function chooseRecord(
  elements: ReadonlySet<TreePlace>,
  facts: ReadonlyMap<TreePlace, readonly TreePlace[]>,
  repeating: ReadonlyMap<string, TreePlace>,
  own: HeaderMap,
): TreeShape | null {
  const isRepeated = (path: string, below: string) => {
    for (let end = path.length; end > below.length; end = path.lastIndexOf("/", end - 1))
      if (repeating.get(path.slice(0, end))?.isRepeated) return true;
    return false;
  };
  let best: { shape: TreeShape; score: number[] } | null = null;
  for (const element of elements) {
    const { path: recordPath, times, sharesLines } = element;
    if (
      fold(recordPath.replaceAll("/", " / "))
        .split(" ")
        .some((word) => otherCars.test(word))
    )
      continue;
    const below = (facts.get(element) ?? []).map(({ path }) => path);
    const single = below.filter((leaf) => !isRepeated(leaf, recordPath));
    const relative = (leaf: string) => leaf.slice(recordPath.length + 1);
    const fields = new Set(mapHeaders(single.map(relative), own).map(({ field }) => field));
    const score = [fields.size, times, recordPath.split("/").length];
    // The cars below a car are not the stock, unless they say more.
    const isBelowBest =
      best !== null &&
      recordPath.startsWith(`${best.shape.recordPath}/`) &&
      isRepeated(recordPath, best.shape.recordPath);
    if (isBelowBest && fields.size === best?.score[0]) continue;
    if (fields.size > 0 && (!best || isHigher(score, best.score)))
      best = {
        shape: { recordPath, headers: below.map(relative).slice(0, readLimits.facts), sharesLines },
        score,
      };
  }
  return best?.shape ?? null;
}

function isHigher(score: readonly number[], other: readonly number[]): boolean {
  const differs = score.findIndex((part, index) => part !== other[index]);
  return differs >= 0 && (score[differs] ?? 0) > (other[differs] ?? 0);
}

/**
 * The cars of a tree as rows, by their lines, or numbered from 1 if any of them share a line, because corrections and
 * reports find a car by its line. A fact that is stated several times is joined with bars, so that no number is read
 * from it.
 */
export async function* readTreeRecords(
  file: string,
  parse: ParseTree,
  { recordPath, headers, sharesLines }: TreeShape,
): AsyncGenerator<FeedRecord> {
  const indexes = new Map(headers.map((header, index) => [header, index]));
  const done: FeedRecord[] = [];
  const { root, below } = createTreePlaces(file);
  const path = [root];
  const columns = new Map<TreePlace, number | undefined>();
  const columnOf = (place: TreePlace) => {
    if (!columns.has(place))
      columns.set(place, indexes.get(place.path.slice(recordPath.length + 1)));
    return columns.get(place);
  };
  let count = 0;
  let record: { line: number; depth: number; cells: string[]; numbers: Set<number> } | null = null;
  const handler: TreeHandler = {
    open(name, line) {
      const place = below(path.at(-1)!, name);
      path.push(place);
      if (!record && place.path === recordPath)
        record = { line, depth: path.length, cells: headers.map(() => ""), numbers: new Set() };
    },
    leaf(label, text, isNumber) {
      // Scraped lists are full of line breaks: ["\n", "2016", "\n"].
      if (!record || text.trim() === "") return;
      if (label.length > readLimits.header) return;
      const index = columnOf(below(path.at(-1)!, label));
      if (index === undefined) return;
      const before = record.cells[index] ?? "";
      const joined = before === "" ? text : `${before} | ${text}`;
      if (joined.length > readLimits.cell)
        throw new ImportError(`${file}, line ${record.line}: longer than a million characters.`);
      record.cells[index] = joined;
      if (isNumber && before === "") record.numbers.add(index);
      else record.numbers.delete(index);
    },
    close() {
      if (record && path.length === record.depth) {
        const { line, cells, numbers } = record;
        count++;
        done.push({ line: sharesLines ? count : line, cells, broken: null, numbers });
        record = null;
      }
      path.pop();
    },
  };
  const walk = parse(file, withNames(handler));
  for await (const _ of walk) yield* done.splice(0);
  yield* done;
}

/** A number as a text that has only one reading: three decimals could be taken for thousands. */
export function numberText(number: number): string {
  const text = String(Number(number.toPrecision(15)));
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text;
}
