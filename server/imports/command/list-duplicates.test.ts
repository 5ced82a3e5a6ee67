import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { compareRepeats, writeDuplicates } from "./list-duplicates.ts";

test("names both lines and what differs, and starts no cell with a formula", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "marque-duplicates-"));
  try {
    const rows = [
      ["BMW", "30000", "x"],
      ["Audi", "20000", "x"],
      ["BMW", "30000", "=cmd()"],
    ];
    const feed = {
      headers: ["make", "price", "=HYPERLINK(1)"],
      async *records() {
        for (const [at, cells] of rows.entries()) yield { line: at + 2, cells, broken: null };
      },
    };
    const file = path.join(folder, "reports", "duplicates.csv");
    await writeDuplicates(compareRepeats(feed, [{ line: 4, firstLine: 2 }]), file);
    expect(readFileSync(file, "utf8").split(/\r?\n/)).toEqual([
      "\uFEFFmarque_line,marque_first_line,marque_differs",
      "4,2,'=HYPERLINK(1): x → =cmd()",
      "",
    ]);
    await expect(writeDuplicates(compareRepeats(feed, []), file)).rejects.toThrow("EEXIST");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
