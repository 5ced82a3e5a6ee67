import { fold } from "#shared/text/fold.ts";
import { ImportError } from "./import-error.ts";
import { mapHeaders } from "./map-headers.ts";
import type { HeaderMap } from "./feed-context.ts";
import { nameFacts } from "./name-facts.ts";
import { namePrices } from "./name-prices.ts";
import type { FeedRecord } from "./read-records.ts";
import type { TreeHandler } from "./tree-handler.ts";

/** Parses a file into a handler. Yields after each piece, so that what was found can be passed on. */
export type ParseTree = (file: string, handler: TreeHandler) => AsyncGenerator<void>;

/**
 * The element that is repeated for each car, and the paths of its facts, which serve as headers. `sharesLines`: several
 * cars begin in one line, so a line does not name a car.
 */
export type TreeShape = { recordPath: string; headers: string[]; sharesLines: boolean };

/** Names what lists of facts and prices leave unnamed. Finding the shape and reading the records need the same names. */
const withNames = (handler: TreeHandler) => nameFacts(namePrices(handler));

const mostPaths = 5_000;
const mostHeaders = 500;
const longestCell = 1_000_000;

/**
 * Finds the repeated element with the most known facts. A path that repeats inside an element, such as the cars of a
 * dealer, is no fact of that element.
 */
export async function findShape(
  file: string,
  parse: ParseTree,
  own: HeaderMap,
): Promise<TreeShape | null> {
  const elements = new Map<string, ElementPlaces>();
  const leaves = new Set<string>();
  const repeating = new Set<string>();
  const stack: { path: string; labels: Set<string> }[] = [{ path: "", labels: new Set() }];
  const note = (label: string) => {
    const parent = stack.at(-1)!;
    const path = parent.path ? `${parent.path}/${label}` : label;
    if (parent.labels.has(label)) repeating.add(path);
    else parent.labels.add(label);
    return path;
  };
  const handler: TreeHandler = {
    open(name, line) {
      const path = note(name);
      stack.push({ path, labels: new Set() });
      const before = elements.get(path) ?? { times: 0, lastLine: 0, sharesLines: false };
      const sharesLines = before.sharesLines || before.lastLine === line;
      elements.set(path, { times: before.times + 1, lastLine: line, sharesLines });
    },
    leaf: (label) => void leaves.add(note(label)),
    close: () => void stack.pop(),
  };
  const walk = parse(file, withNames(handler));
  for await (const _ of walk)
    if (elements.size + leaves.size > mostPaths)
      throw new ImportError(`${file}: more than ${mostPaths} different elements.`);
  return chooseRecord(elements, leaves, repeating, own);
}

// Names of lists that are not what a dealer has for sale now.
const otherCars =
  /^(?:sold|archived?|deleted|removed|withdrawn|expired|delisted|verkaufte?|vendues?|vendus|vendid[oa]s|vendut[ei]|verkochte?|sprzedane|similar|related|recommended|recommendations|comparables?|competitors?)$/;

type ElementPlaces = { times: number; lastLine: number; sharesLines: boolean };

function chooseRecord(
  elements: ReadonlyMap<string, ElementPlaces>,
  leaves: ReadonlySet<string>,
  repeating: ReadonlySet<string>,
  own: HeaderMap,
): TreeShape | null {
  const isRepeated = (path: string, below: string) => {
    for (let end = path.length; end > below.length; end = path.lastIndexOf("/", end - 1))
      if (repeating.has(path.slice(0, end))) return true;
    return false;
  };
  let best: { shape: TreeShape; score: number[] } | null = null;
  for (const [recordPath, { times, sharesLines }] of elements) {
    if (
      fold(recordPath.replaceAll("/", " / "))
        .split(" ")
        .some((word) => otherCars.test(word))
    )
      continue;
    const below = [...leaves].filter((leaf) => leaf.startsWith(`${recordPath}/`));
    const known = below.filter((leaf) => !isRepeated(leaf, recordPath));
    const relative = (leaf: string) => leaf.slice(recordPath.length + 1);
    const found = new Set(mapHeaders(known.map(relative), own).map(({ field }) => field));
    const score = [found.size, times, recordPath.split("/").length];
    // The cars below a car are not the stock, unless they say more.
    const isBelowBest =
      best !== null &&
      recordPath.startsWith(`${best.shape.recordPath}/`) &&
      isRepeated(recordPath, best.shape.recordPath);
    if (isBelowBest && found.size === best?.score[0]) continue;
    if (found.size > 0 && (!best || isHigher(score, best.score)))
      best = {
        shape: { recordPath, headers: below.map(relative).slice(0, mostHeaders), sharesLines },
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
  const path: string[] = [];
  let count = 0;
  let record: { line: number; depth: number; cells: string[]; numbers: Set<number> } | null = null;
  const handler: TreeHandler = {
    open(name, line) {
      path.push(name);
      if (!record && path.join("/") === recordPath)
        record = { line, depth: path.length, cells: headers.map(() => ""), numbers: new Set() };
    },
    leaf(label, text, isNumber) {
      // Scraped lists are full of line breaks: ["\n", "2016", "\n"].
      if (!record || text.trim() === "") return;
      const index = indexes.get([...path.slice(record.depth), label].join("/"));
      if (index === undefined) return;
      const before = record.cells[index] ?? "";
      const joined = before === "" ? text : `${before} | ${text}`;
      if (joined.length > longestCell)
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
