import { expect, it } from "vitest";
import { millimetersPerMile } from "#shared/listings/mileage.ts";
import { searchParts, type SearchFilters } from "#shared/search/search-filters.ts";
import { carColumns } from "../car-columns.ts";
import { matchCars } from "../match-cars.ts";
import { searchCars } from "../search-cars.ts";
import type { SearchableCar } from "../searchable-car.ts";

const now = new Date("2026-06-01T00:00:00Z");
const day = 86_400_000;

/** A number below a limit that looks random and is the same in every run. */
function generator(state: number) {
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

/** Groups of many cars. In one of them titles differ, and some words are in titles and elsewhere. */
function aCatalogue(random: (below: number) => number) {
  const pick = <Value>(values: readonly Value[]) => values[random(values.length)]!;
  const cars = carColumns("USD");
  for (let n = 0; n < 600; n++) {
    const model = pick(["A4", "A6", "Q5"] as const);
    const titles = {
      A4: ["Audi A4 sport trim"],
      A6: ["Audi A6 sport trimline"],
      Q5: ["Audi Q5 sport", "Audi Q5 line"],
    }[model];
    const car: SearchableCar = {
      make: "Audi",
      model,
      body: null,
      transmission: null,
      engine: null,
      seats: null,
      fuel: pick(["petrol", "diesel"]),
      year: pick([2018, 2019]),
      colour: pick(["black", "red", null]),
      isVerified: random(2) === 0,
      priceLabel: null,
      valueRank: null,
      priceMinor: (10_000 + random(20_000)) * 100,
      mileage: random(50_000) * millimetersPerMile,
      listedAt: now.getTime() - random(20) * day,
      title: pick(titles),
      paint: pick(["", "Sport black", "Red"]),
      location: pick(["London", "York", "Leeds"]),
      description: pick(["", "", "Full history", "London car"]),
    };
    cars.put(`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`, car);
  }
  return { cars, currency: "USD", now };
}

function aSearch(random: (below: number) => number) {
  const pick = <Value>(values: readonly Value[]) => values[random(values.length)]!;
  const may = (filters: SearchFilters) => (random(3) === 0 ? filters : {});
  return {
    q: pick([
      "sport",
      "line",
      "london",
      "sport history",
      "sport london",
      "nowhere",
      "histo",
      "trim",
    ]),
    ...may({ model: [pick(["A4", "A6", "Q5"])] }),
    ...may({ fuel: [pick(["petrol", "diesel"] as const)] }),
    ...may({ yearMin: 2020 }),
    ...may({ priceMax: pick([9_000, 15_000]) }),
    ...may({ mileageMax: pick([10, 10_000]) }),
    ...may({ newSince: "2026-05-20" }),
    ...may({ colour: ["red"] as const }),
    ...may({ location: "york" }),
  } satisfies SearchFilters & { q: string };
}

type Context = ReturnType<typeof aCatalogue>;

/** The choices of fewest parts to drop and their cars, from what each part alone matches. */
function choicesByParts(context: Context, { q, ...filters }: ReturnType<typeof aSearch>) {
  const single = Object.entries(filters).map(([field, value]) => ({
    part: searchParts.find((part) => field.startsWith(part) || field === part)!,
    search: { [field]: value },
  }));
  const failed = new Map<string, string[]>(matchCars(context, {}, null).map(({ id }) => [id, []]));
  for (const { part, search } of [{ part: "text", search: { q } }, ...single]) {
    const matching = new Set(matchCars(context, search, null).map(({ id }) => id));
    for (const [id, parts] of failed) if (!matching.has(id)) parts.push(part);
  }
  const fewest = Math.min(...[...failed.values()].map((parts) => parts.length));
  const counts: Record<string, number> = {};
  for (const parts of failed.values()) {
    const name = parts.toSorted().join();
    if (parts.length === fewest) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

it("offers to drop the fewest parts of a search without results, with the cars that this gives", () => {
  const random = generator(3);
  const context = aCatalogue(random);
  let withoutResults = 0;
  for (let n = 0; n < 400; n++) {
    const search = aSearch(random);
    const { total, relaxations } = searchCars(context, { ...search, limit: 1 });
    if (total > 0) continue;
    withoutResults += 1;
    const offered = Object.fromEntries(
      relaxations.map((choice) => [choice.parts.toSorted().join(), choice.total]),
    );
    const wanted = choicesByParts(context, search);
    if (Object.keys(wanted).length <= 6) expect(offered, JSON.stringify(search)).toEqual(wanted);
  }
  expect(withoutResults).toBeGreaterThan(100);
});

it("finds and ranks the same cars with facets as without", () => {
  const random = generator(5);
  const context = aCatalogue(random);
  for (let n = 0; n < 200; n++) {
    const search = { ...aSearch(random), limit: 30 };
    const { ids, total } = searchCars(context, search);
    const counted = searchCars(context, { ...search, facets: "1" });
    expect([counted.ids, counted.total], JSON.stringify(search)).toEqual([ids, total]);
  }
});
