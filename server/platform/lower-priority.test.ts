import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** The priority of a process that runs at this one and lowers it; 19 is the lowest. */
function loweredFrom(priority: number): number {
  const program = `
    import { getPriority, setPriority } from "node:os";
    import { lowerPriority } from "#server/platform/lower-priority.ts";
    setPriority(${priority});
    lowerPriority();
    console.log(getPriority());
  `;
  const argv = ["--import", "tsx", "--input-type=module", "--eval", program];
  return Number(spawnSync(process.execPath, argv, { encoding: "utf8" }).stdout);
}

test.each([12, 19])("a process of a shop with the priority %d yields to it", (priority) => {
  expect(loweredFrom(priority)).toBe(19);
});
