import { expect, test } from "vitest";
import { previewPart } from "./preview-part.ts";

const header = "Marque,Modèle,Année,Prix,Kilométrage\n";
const row = "Audi,A4 Sportback é€,2018,15000,30000\n";
const rows = (count: number) => header + row.repeat(count);
const sizeLimit = 512 * 1024;

const encodings = {
  "utf-8": (text: string) => Buffer.from(text),
  "utf-16le": (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  "utf-16be": (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
} as const;

test.each(Object.keys(encodings) as (keyof typeof encodings)[])(
  "cuts a long table in %s at the end of a row",
  async (encoding) => {
    // The header grows by a character at a time, so that the limit falls on every byte of a row.
    for (let padding = 0; padding < 50; padding++) {
      const text = "x".repeat(padding) + rows(20_000);
      const part = await previewPart(new File([encodings[encoding](text)], "stock.csv"));
      expect(part.size).toBeGreaterThan(sizeLimit - 200);
      expect(part.size).toBeLessThanOrEqual(sizeLimit);
      const decoder = new TextDecoder(encoding, { fatal: true });
      const cut = decoder.decode(await part.arrayBuffer());
      expect(text.startsWith(cut) && cut.endsWith(row)).toBe(true);
    }
  },
);

test("does not cut inside of a quoted cell, unless quotation marks are inch marks", async () => {
  const lines = '"many\nlines\nof\ntext"\n';
  const quoted = await previewPart(new File([lines.repeat(60_000)], "stock.csv"));
  expect((await quoted.text()).endsWith(lines)).toBe(true);
  const inches = await previewPart(new File([`19" wheels\n${row.repeat(20_000)}`], "stock.csv"));
  expect((await inches.text()).endsWith(row)).toBe(true);
});

test.each([
  ["a short table", [rows(2)], "stock.csv"],
  ["XML", [rows(20_000)], "stock.xml"],
  ["JSON as text", ["[\n", rows(20_000)], "stock.txt"],
  ["a ZIP archive as CSV", ["PK\u0003\u0004", rows(20_000)], "stock.csv"],
  ["a table without line breaks", ["a,b,".repeat(200_000)], "stock.csv"],
])("sends all of %s", async (_, parts, name) => {
  const file = new File(parts, name);
  expect((await previewPart(file)).size).toBe(file.size);
});
