import { expect, test } from "vitest";
import { readAuditFilter } from "./use-audit-filter.ts";

test.each([
  ["", {}],
  ["action=seller.verify&actor=Ada&subject=x&from=2026-01-01&to=2026-01-31", null],
  ["action=everything&actor=Ada", { actor: "Ada" }],
  ["from=2026-02-30&to=tomorrow", {}],
  ["actor=&subject=%20%20", {}],
  ["actor=%20Ada%20&cursor=x&limit=1", { actor: "Ada" }],
])("of the address ?%s what is a filter is taken", (search, expected) => {
  const given = new URLSearchParams(search);
  expect(readAuditFilter(given)).toEqual(expected ?? Object.fromEntries(given));
});
