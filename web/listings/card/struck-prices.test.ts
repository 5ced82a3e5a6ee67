import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const struck = /<(?:s|strike)\b(?!\w)|<del\b(?![^>]*no-underline)|line-through/;

// A struck-through price is the seller's Market Price, with this label, and nothing else: never an earlier price.
test("only the Market Price is struck through, on pages and in emails", () => {
  const files = ["web", "server", "shared"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      .filter((file) => /\.(tsx|ts|css)$/.test(file) && !/\.test\.tsx?$/.test(file)),
  );
  const striking = files.filter((file) => struck.test(readFileSync(join(root, file), "utf8")));
  expect(striking).toEqual(["web/listings/card/market-price.tsx"]);
});
