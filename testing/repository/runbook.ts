import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = "docs/operations";

/** All pages of the operator's documentation, one after another. */
export function readRunbook(): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n\n");
}
