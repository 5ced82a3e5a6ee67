import { describe, expect, it } from "vitest";
import { crumbsOf, drawerEntries, isWithinEntry, mayOpen } from "./dashboard-pages.ts";

describe("the drawer", () => {
  it.each([
    ["Buyer", ["My Orders"]],
    ["admin", ["All Buyer", "All Seller", "Make Admin", "Reported Items"]],
    ["Seller", ["Add Products", "My Products"]],
  ] as const)("has the specified entries for %s", (role, entries) => {
    expect(drawerEntries(role).map(({ entry }) => entry)).toEqual(entries);
  });

  it.each([
    ["/dashboard/reportitem", "Reported Items"],
    ["/dashboard/reportedreviews", "Reported Items"],
    ["/dashboard/reportedreviews/", "Reported Items"],
    ["/dashboard/allseller", "All Seller"],
    ["/dashboard/system", undefined],
    ["/dashboard/bookings/some-id", undefined],
    ["/dashboard", undefined],
  ])("highlights the entry that %s belongs to", (pathname, entry) => {
    const current = drawerEntries("admin").filter(({ path }) =>
      isWithinEntry("admin", path, pathname),
    );
    expect(current.map((page) => page.entry)).toEqual(entry === undefined ? [] : [entry]);
  });
});

describe("the pages above a page", () => {
  it.each([
    ["Seller", "/dashboard", []],
    ["Seller", "/dashboard/myproduct", ["Dashboard"]],
    ["Seller", "/dashboard/reviews", ["Dashboard", "My Products"]],
    ["Buyer", "/dashboard/reviews", ["Dashboard", "My Orders"]],
    ["admin", "/dashboard/receipt/7", ["Dashboard", "Bookings"]],
    ["Seller", "/dashboard/feeds/7/plans/8", ["Dashboard", "My Products", "Feeds", "Feed"]],
  ] as const)("for %s at %s", (role, pathname, titles) => {
    expect(crumbsOf(role, pathname).map(({ title }) => title)).toEqual(titles);
  });

  it("lead to the feed of a plan", () => {
    expect(crumbsOf("Seller", "/dashboard/feeds/7/plans/8").at(-1)?.path).toBe(
      "/dashboard/feeds/7",
    );
  });
});

describe("who may open a page", () => {
  it("is the role it is for, whatever the query, the case or the slash behind it", () => {
    for (const path of ["/dashboard/allusers", "/dashboard/allusers/", "/dashboard/AllUsers?x=1"]) {
      expect(mayOpen("admin", path)).toBe(true);
      expect(mayOpen("Seller", path)).toBe(false);
      expect(mayOpen("Buyer", path)).toBe(false);
    }
    expect(mayOpen("Buyer", "/dashboard/payment/some-id")).toBe(true);
    expect(mayOpen("Seller", "/dashboard/payment/some-id")).toBe(false);
  });

  it("is anybody for the welcome page and every public page", () => {
    for (const path of ["/dashboard", "/", "/products/2?book=x"])
      expect(mayOpen("Seller", path)).toBe(true);
  });
});
