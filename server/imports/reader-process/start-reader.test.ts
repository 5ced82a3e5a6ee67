import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyOptions } from "../command/read-command.ts";
import { inspectFile, readLinesOf } from "./ask-reader.ts";
import { TooHeavyError, type ReaderLimits } from "./reader-limits.ts";
import { withReader } from "./with-reader.ts";

// Few enough that the limit of the system, which is a second longer, does not end the process first.
const cars = 2_000;
/** Each of 201 bytes. The letter of the second one is not in Latin-1. */
const texts = { "cars.csv": `é${"a".repeat(199)}`, "wide.csv": `ż${"a".repeat(199)}` };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "marque-reader-"));
  const row = (_: unknown, at: number) => `S${at},BMW,X5,2019,30000,${at + 1}`;
  for (const [name, text] of Object.entries(texts)) {
    const rows = Array.from({ length: cars }, (_, at) => `${row(_, at)},${text}`);
    const header = "Stock Number,Make,Model,Year,Price,Mileage,Description";
    writeFileSync(path.join(folder, name), [header, ...rows].join("\n"));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const ample: ReaderLimits = {
  memoryMb: 2_000,
  cpuSeconds: 100,
  waitSeconds: 100,
  answerBytes: Infinity,
};
const count = (limits: Partial<ReaderLimits>, name: keyof typeof texts = "cars.csv") =>
  withReader({ ...ample, ...limits }, undefined, async (reader) => {
    const options = { ...emptyOptions, currency: "USD", distanceUnit: "mi" as const };
    const file = path.join(folder, name);
    const feed = await inspectFile(reader, { file, name }, options);
    const reading = { shopCurrency: "USD", sellerLocation: "Leeds", now: new Date("2026-06-01") };
    let lines = 0;
    for await (const { listing } of readLinesOf(reader, feed, reading)) if (listing) lines += 1;
    return lines;
  });

test("reads all rows within its limits", async () => {
  expect(await count({})).toBe(cars);
});

test.each<[string, Partial<ReaderLimits>]>([
  ["the memory of its process", { memoryMb: 60 }],
  ["the time of the processor", { cpuSeconds: 0.1 }],
  ["the time that its answers are waited for", { waitSeconds: 0.1 }],
  ["the bytes of its answers", { answerBytes: 100_000 }],
])("is ended by each limit alone: %s", async (_, limits) => {
  await expect(count(limits)).rejects.toThrow(TooHeavyError);
});

test("counts texts that are not in Latin-1 as the two bytes a letter that they take", async () => {
  const answerBytes = 3_000_000;
  expect(await count({ answerBytes })).toBe(cars);
  await expect(count({ answerBytes }, "wide.csv")).rejects.toThrow(TooHeavyError);
});
