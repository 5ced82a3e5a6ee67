import fc from "fast-check";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";
import { workbookOf, zipOf } from "#testing/imports/zip-of.ts";
import { printSeed, sizeOf, testSeed } from "#testing/test-depth.ts";
import { ImportError } from "../import-error.ts";

type File = { name: string; content: string | Buffer };
/** Files of the same kind, by size: the second is four times as long as the first. */
type Pair = { kind: string; small: File; large: File };

const names = ["make", "model", "year", "price", "mileage"];
const values = ["Audi", "A4", "2018", "15000", "30000"];
const fact = fc.oneof(
  fc.constantFrom('"', '""', '"x', 'x"y"', "\u0001", "\\", "<", "&amp;", "__proto__", "no crash "),
  fc.constantFrom(
    "price",
    "price net",
    "a/b@c",
    "schaden",
    "1.234",
    "²",
    "\ufdfa",
    "( ",
    "[",
    "- ",
  ),
  fc.string({ maxLength: 8 }),
);
const noise = fc.array(fact, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
const shape = fc.constantFrom("cell", "rows", "columns", "depth", "words", "lines");

const escaped = (text: string) =>
  text.replace(/[^\t\n\x20-\ud7ff]/g, "").replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The headers and rows of a table with one dimension of the given size. */
function tableOf(kind: string, text: string, size: number): string[][] {
  const times = (count: number) => Array.from({ length: count }, (_, at) => `${text}${at}`);
  switch (kind) {
    case "cell":
      return [
        [...names, "note"],
        [...values, text.repeat(size)],
      ];
    case "rows":
      return [[...names, "note"], ...times(size).map((one) => [...values, one])];
    case "columns":
      return [
        [...names, ...times(size / 16)],
        [...values, ...times(size / 16)],
      ];
    case "depth":
      return [[...names, ...times(size / 64).map((one) => `${"a/".repeat(60)}${one}`)], values];
    case "words":
      return [
        [...names, "damage"],
        [...values, `${text} `.repeat(size)],
      ];
    case "lines":
      return [
        [...names, "note"],
        [...values, `${text}\n`.repeat(size)],
      ];
    default:
      throw new Error(kind);
  }
}

function fileOf(format: string, kind: string, text: string, size: number): File {
  const rows = tableOf(kind, text, size);
  const [head = [], ...cars] = rows;
  const table = (mark: string) => rows.map((cells) => cells.join(mark)).join("\n");
  const objects = cars.map((cells) => Object.fromEntries(head.map((key, at) => [key, cells[at]])));
  switch (format) {
    case "csv":
      return { name: "feed.csv", content: table(",") };
    case "tsv":
      return { name: "feed.tsv", content: table("\t") };
    case "gzip":
      return { name: "feed.csv.gz", content: gzipSync(table(";")) };
    case "zip":
      return { name: "feed.zip", content: zipOf({ "a.csv": table(",") }) };
    case "json":
      return { name: "feed.json", content: JSON.stringify(objects) };
    case "lines":
      return { name: "feed.jsonl", content: objects.map((one) => JSON.stringify(one)).join("\n") };
    case "xml": {
      const levels = kind === "depth" ? 60 : 1;
      const inside = cars.map((cells) => {
        const facts = cells.map((cell, at) => `<f${at}>${escaped(cell)}</f${at}>`).join("");
        const elements = names.map((name, at) => `<${name}>${values[at]}</${name}>`).join("");
        return `<car>${elements}${facts}</car>`;
      });
      return {
        name: "feed.xml",
        content: `${"<e>".repeat(levels)}${inside.join("")}${"</e>".repeat(levels)}`,
      };
    }
    case "xlsx":
      return {
        name: "feed.xlsx",
        content: workbookOf(rows.map((row) => row.slice(0, 26).map(escaped))),
      };
    default:
      throw new Error(format);
  }
}

const format = fc.constantFrom("csv", "tsv", "gzip", "zip", "json", "lines", "xml", "xlsx");
const pairs: fc.Arbitrary<Pair> = fc.tuple(format, shape, noise).map(([of, kind, text]) => ({
  kind: `${of} ${kind}`,
  small: fileOf(of, kind, text, 4_096),
  large: fileOf(of, kind, text, 16_384),
}));

/** Milliseconds of processor time to read a file, or to refuse it with a reason. */
async function costOf({ name, content }: File): Promise<number> {
  const before = process.cpuUsage();
  try {
    await readFeedRows({ [name]: content }, "--currency GBP --distance-unit km");
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

// Four times the size takes four times the work, or 16 times if it grows with the square. What is compiled or collected
// meanwhile counts as well.
const mostGrowth = 9;
const leastWork = 400;
const mostHeap = 400_000_000;

it("reads or refuses nasty files of every format in time and memory that grow with their size", async () => {
  printSeed("nasty feeds");
  await fc.assert(
    fc.asyncProperty(pairs, async ({ small, large }) => {
      const work = await costOf(small);
      const more = await costOf(large);
      expect(more).toBeLessThan(Math.max(work, leastWork) * mostGrowth);
      expect(process.memoryUsage().heapUsed).toBeLessThan(mostHeap);
    }),
    { seed: testSeed, numRuns: sizeOf("nastyFeeds") },
  );
}, 600_000);
