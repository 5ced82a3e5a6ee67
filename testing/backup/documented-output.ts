import { expect } from "vitest";
import { readRunbook } from "#testing/repository/runbook.ts";

/** Expects the lines that docs/operations shows below `$ command`, whatever their paths, times and numbers. */
export function expectAsDocumented(command: string, output: string): void {
  const runbook = readRunbook();
  const block = [...runbook.matchAll(/^ *```\w*\n([^]*?)^ *```$/gm)]
    .map(([, text]) => text!.trim().split("\n"))
    .find(([first]) => first === `$ ${command}`);
  const printed = output.split("\n").map(withoutValues);
  const [, ...shown] = block ?? [];
  expect(shown.length, command).toBeGreaterThan(0);
  for (const line of shown) expect(printed, command).toContain(withoutValues(line));
}

function withoutValues(line: string): string {
  return line
    .trim()
    .replaceAll(/(?<![\w.])\/[\w./-]*[\w]/g, "PATH")
    .replaceAll(/\d[\dTZ:.-]*\d|\d/g, "N")
    .replaceAll("N images", "N image");
}
