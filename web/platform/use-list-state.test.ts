import { expect, test } from "vitest";
import { userFilter } from "#shared/accounts/account-contract.ts";
import { auditTableFilter } from "#shared/audit/audit-contract.ts";
import { readFilter } from "./use-list-state.ts";

test.each([
  ["", {}],
  ["action=seller.verify&actor=Ada&subject=x&from=2026-01-01&to=2026-01-31&sort=-at", null],
  ["action=everything&actor=Ada", { actor: "Ada" }],
  ["from=2026-02-30&to=tomorrow", {}],
  ["actor=&subject=%20%20", {}],
  ["actor=%20Ada%20&cursor=x&limit=1", { actor: "Ada" }],
])("of the audit log's address ?%s what is a filter is taken", (search, expected) => {
  const given = new URLSearchParams(search);
  expect(readFilter(auditTableFilter, given)).toEqual(expected ?? Object.fromEntries(given));
});

test("of a table's address an unknown sort or role is left out, and the rest stays", () => {
  const search = new URLSearchParams("q=ada&sort=password&role=owner");
  expect(readFilter(userFilter, search)).toEqual({ q: "ada" });
  expect(readFilter(userFilter, new URLSearchParams("sort=-name&role=admin"))).toEqual({
    sort: "-name",
    role: "admin",
  });
});
