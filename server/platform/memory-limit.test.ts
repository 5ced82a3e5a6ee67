import { totalmem } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { memoryLimit } from "./memory-limit.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  ["the limit of a container", 2 ** 20, 2 ** 20],
  ["all memory without a limit", 0, totalmem()],
  ["all memory without a limit, as Node 20 says it", 2 ** 64, totalmem()],
])("is %s", (_what, constrained, limit) => {
  vi.spyOn(process, "constrainedMemory").mockReturnValue(constrained);
  expect(memoryLimit()).toBe(limit);
});
