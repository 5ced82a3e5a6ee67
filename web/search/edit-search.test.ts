import { describe, expect, test } from "vitest";
import { changeFilters, effectiveFilters, toggleMake, toggleValue } from "./edit-search.ts";
import { withoutText, withoutWords } from "./edit-search.ts";

const estate = { words: "estate", filters: { body: ["estate" as const] } };
const diesel320 = { words: "320d", filters: { model: ["3 Series"], fuel: ["diesel" as const] } };
const under20k = { words: "10k-20k", filters: { priceMin: 10_000, priceMax: 20_000 } };

describe("the filters in effect", () => {
  test("are those of the words in the query and of the search itself", () => {
    const search = { q: "320d  estate", yearMin: 2018 };
    expect(effectiveFilters(search, [diesel320, estate])).toEqual({
      model: ["3 Series"],
      fuel: ["diesel"],
      body: ["estate"],
      yearMin: 2018,
    });
  });

  test("leave out words that are no longer in the query", () => {
    expect(effectiveFilters({ q: "estates" }, [estate])).toEqual({});
  });

  test("prefer a filter of the search over words", () => {
    expect(effectiveFilters({ q: "estate", body: ["suv"] }, [estate])).toEqual({ body: ["suv"] });
  });
});

describe("changing a filter", () => {
  test("removes the words that set it, and keeps their other filters", () => {
    const search = { q: "320d estate", yearMin: 2018 };
    expect(changeFilters(search, [diesel320, estate], { fuel: ["petrol"] })).toEqual({
      q: "estate",
      model: ["3 Series"],
      fuel: ["petrol"],
      yearMin: 2018,
    });
  });

  test("clears one end of a range that was read from words", () => {
    const changes = { priceMin: undefined, priceMax: 20_000 };
    expect(changeFilters({ q: "10k-20k" }, [under20k], changes)).toEqual({ priceMax: 20_000 });
  });

  test("adds a value to those read from words, and removes the last one", () => {
    const added = toggleValue({ q: "estate" }, [estate], "body", "suv");
    expect(added).toEqual({ body: ["estate", "suv"] });
    expect(toggleValue({ q: "blue estate" }, [estate], "body", "estate")).toEqual({ q: "blue" });
  });

  test("removes the models of a make with it", () => {
    const search = { make: ["BMW" as const, "Audi" as const], model: ["3 Series", "A4"] };
    expect(toggleMake(search, [], "BMW", ["3 Series", "5 Series"])).toEqual({
      make: ["Audi"],
      model: ["A4"],
    });
  });
});

test("removes whole words only", () => {
  expect(withoutWords("redwood red a4", "red")).toBe("redwood a4");
  expect(withoutWords("estate", "estate")).toBeUndefined();
  expect(withoutWords("estate", "suv")).toBe("estate");
});

test("removes the free text of a query word by word", () => {
  expect(withoutText({ q: "heated estate seats" }, "heated seats")).toEqual({ q: "estate" });
});
