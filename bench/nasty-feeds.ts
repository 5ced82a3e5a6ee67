// Seconds and peak memory to read files that once stopped the shop, each in a process of its own:
//   npx tsx bench/nasty-feeds.ts [NAME…]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { inspectFeed } from "#server/imports/inspect-feed.ts";
import { emptyOptions } from "#server/imports/command/read-command.ts";
import { readFeed } from "#server/imports/read-feed.ts";
import { unpackFeeds } from "#server/imports/files/unpack-feeds.ts";
import { zipOf } from "#testing/imports/zip-of.ts";

const head = "make,model,year,price,mileage";
const car = "Audi,A4,2018,15000,30000";
const times = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at));
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (line: string) => `<row>${line.split(",").map(cell).join("")}</row>`;
const workbook = (sheets: string, styles: string, rows: string) =>
  zipOf({
    "xl/workbook.xml": `<workbook><sheets>${sheets}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="a" Target="worksheets/a.xml"/></Relationships>',
    "xl/styles.xml": `<styleSheet><cellXfs>${styles}</cellXfs></styleSheet>`,
    "xl/worksheets/a.xml": `<worksheet><sheetData>${row(head)}${rows}</sheetData></worksheet>`,
  });
const sheet = '<sheet name="Cars" id="a"/>';
const deepXml = (levels: number, leaves: number) =>
  `${"<e>".repeat(levels)}<car>${head
    .split(",")
    .map((name, at) => `<${name}>${car.split(",")[at]}</${name}>`)
    .join(
      "",
    )}${times(leaves, (at) => `<n${at}>1</n${at}>`).join("")}</car>${"</e>".repeat(levels)}`;

const files: Record<string, () => [name: string, content: string | Buffer]> = {
  "number of 250 million digits": () => [
    "a.json.gz",
    gzipSync(Buffer.concat([Buffer.from('[{"make":'), Buffer.alloc(250_000_000, "1")])),
  ],
  "number of 15 million digits": () => [
    "a.json.gz",
    gzipSync(Buffer.concat([Buffer.from('[{"make":'), Buffer.alloc(15_000_000, "1")])),
  ],
  "40 levels and 500 names": () => ["a.xml", deepXml(40, 500)],
  "90 levels and 1,000 names": () => ["a.xml", deepXml(90, 1_000)],
  "open quote and 12 long lines": () => [
    "a.csv.gz",
    gzipSync(
      [head, ...times(12, () => `${car}\t"${"x".repeat(900_000)}`), '"']
        .join("\n")
        .replaceAll(",", "\t"),
    ),
  ],
  "10 million cell formats": () => [
    "a.xlsx",
    workbook(
      sheet,
      times(10_000_000, (at) => `<xf numFmtId="${(at * 7_919) % 9_973}"/>`).join(""),
      row(car),
    ),
  ],
  "1,000 names of a sheet of 2,000 rows": () => [
    "a.xlsx",
    workbook(
      times(1_000, (at) => `<sheet name="s${at}" id="a"/>`).join(""),
      "",
      row(car).repeat(2_000),
    ),
  ],
  "2,000 headers of path steps": () => [
    "a.csv",
    `${head},${times(1_990, (at) => `${"a/".repeat(247)}${at}`).join(",")}\n${car}${",".repeat(1_990)}\n`,
  ],
  "a word of 900,000 letters": () => ["a.csv", `${head},note\n${car},${"a".repeat(900_000)}\n`],
  "200 columns of prices and 1,000 rows": () => [
    "a.csv",
    `${head},${times(200, (at) => `price ${at % 2 ? "gross" : "brutto"}`).join(",")}\n${`${car},${times(200, (at) => String(10_000 + at * 7)).join(",")}\n`.repeat(1_000)}`,
  ],
};

const [wanted, folder] = process.argv.slice(2);
if (folder !== undefined && wanted !== undefined) await readOne(path.join(folder, wanted));
else measure(wanted);

async function readOne(file: string) {
  const start = performance.now();
  let result = "";
  try {
    let rows = 0;
    for (const { file: inner, name } of await unpackFeeds([file], path.dirname(file))) {
      const options = { ...emptyOptions, currency: "GBP", distanceUnit: "km" } as const;
      const feed = await inspectFeed(inner, options, name);
      for await (const _ of readFeed(feed, emptyOptions, new Date())) rows++;
    }
    result = `${rows} rows`;
  } catch (error) {
    result = (error as Error).message.replaceAll(file, "").slice(0, 90);
  }
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  const { userCPUTime } = process.resourceUsage();
  // The usage of a process begins with the memory of the one that started it.
  const peak = /VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  console.log(
    `${seconds} s (processor ${(userCPUTime / 1e6).toFixed(1)} s), ${Math.round(Number(peak) / 1_024)} MB: ${result}`,
  );
}

function measure(only: string | undefined) {
  for (const [title, make] of Object.entries(files)) {
    if (only !== undefined && !title.includes(only)) continue;
    const place = mkdtempSync(path.join(tmpdir(), "marque-nasty-"));
    try {
      const [name, content] = make();
      writeFileSync(path.join(place, name), content);
      const { stdout, status, signal } = spawnSync(
        process.execPath,
        ["--import", "tsx", fileURLToPath(import.meta.url), name, place],
        { encoding: "utf8", timeout: 60_000 },
      );
      console.log(
        `${title}, ${content.length} bytes: ${status === 0 ? stdout.trim() : `ended by ${signal ?? status}`}`,
      );
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }
}
