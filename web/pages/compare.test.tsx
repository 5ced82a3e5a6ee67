import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { presentDetails } from "#shared/listings/car-details.ts";
import Compare, { loader } from "./compare.tsx";
import type { ShownCar } from "./page-services.ts";

const listed = (id: string, given: Partial<ShownCar> = {}) =>
  ({
    _id: id,
    name: `BMW ${id}`,
    image: `/cars/${id}.svg`,
    imageIsIllustration: false,
    status: "available",
    resalePrice: 20_000,
    originalPrice: null,
    currency: "USD",
    priceRating: null,
    make: "BMW",
    model: "3 Series",
    year: 2019,
    fuel: "petrol",
    mileage: null,
    mileageUnit: null,
    transmission: null,
    engineSize: null,
    colour: null,
    bodyType: null,
    bodyTypeTypical: false,
    condition: null,
    used: null,
    purchase: null,
    fuelEconomy: null,
    tax: null,
    vin: null,
    location: "Lisbon",
    sellerName: "Robin",
    isSellerVerified: false,
    details: presentDetails(null),
    ...given,
  }) as ShownCar;

/** The page of an address, for a shop that has these cars. */
function draw(address: string, cars: readonly ShownCar[] = []) {
  const findShownCar = (id: string) => cars.find(({ _id }) => _id === id) ?? null;
  const context = { get: () => ({ findShownCar }) };
  const request = new Request(new URL(address, "https://cars.example"));
  const props = { loaderData: loader({ context, request } as never) } as never;
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Compare {...(props as object as Parameters<typeof Compare>[0])} />
    </MemoryRouter>,
  );
  const words = (part: string) =>
    part
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  const parts = (name: string, part: string) =>
    [...part.matchAll(new RegExp(`<${name}[ >].*?</${name}>`, "gs"))].map(([one]) => one);
  const columns = (row: string) => parts("td", row).slice(1);
  const [, head = "", actions = "", ...rows] = parts("tr", html);
  return {
    html,
    text: words(html),
    heads: parts("th", head).map(words),
    actions: columns(actions).map(words),
    links: columns(actions).map((one) => [...one.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)),
    rows: Object.fromEntries(
      rows.map((row) => [words(parts("th", row)[0]!), parts("td", row).map(words)]),
    ),
  };
}

const all = "/compare?car=a&car=b&car=c";

test("keeps each car's facts in its column when one between two others is gone", () => {
  const { heads, rows } = draw(all, [
    listed("a", { resalePrice: 19_000, year: 2018 }),
    listed("c", { resalePrice: 21_000, mileage: 4_000, mileageUnit: "mi" }),
  ]);
  expect(heads[1]).toBe("This car is no longer listed.");
  expect(rows).toMatchObject({
    "Price differs": ["$19,000 Lowest", "–", "$21,000"],
    "Year differs": ["2018", "–", "2019 Newest"],
    Mileage: ["Not stated", "–", "4,000 mi"],
    Fuel: ["Petrol", "–", "Petrol"],
  });
  expect(rows).not.toHaveProperty("Price rating");
});

test("offers to book only cars that can be booked", () => {
  const { heads, actions } = draw(all, [
    listed("a"),
    listed("b", { status: "reserved" }),
    listed("c", { status: "sold" }),
  ]);
  expect(heads).toEqual(["BMW a $20,000", "BMW b $20,000 Reserved", "BMW c $20,000 Sold"]);
  expect(actions).toEqual(["Book Now Remove", "Remove", "Remove"]);
});

test("shows how prices compare with similar cars, and which cars are not rated", () => {
  const priceRating = { title: "Good price", text: "≈ 4% below similar cars" };
  const { rows } = draw(all, [
    listed("a", { priceRating: priceRating as ShownCar["priceRating"], originalPrice: 25_000 }),
    listed("b"),
  ]);
  const good = "Good price (≈ 4% below similar cars)";
  expect(rows["Price rating"]).toEqual([good, "Not rated", "–"]);
  expect(rows["Market Price"]).toEqual(["$25,000 (given by the seller)", "Not stated", "–"]);
});

test("removes a car from the address and keeps the others in their order", () => {
  const { links } = draw(all, [listed("a"), listed("c")]);
  expect(links.map((all) => all.at(-1))).toEqual([
    "/compare?car=b&amp;car=c",
    "/compare?car=a&amp;car=c",
    "/compare?car=a&amp;car=b",
  ]);
});

test("shows a car once, and says that more than four do not fit", () => {
  const four = "/compare?car=d&car=c&car=b&car=a";
  const cars = ["a", "b", "c", "d", "e"].map((id) => listed(id));
  const note = "At most 4 cars fit side by side. The others are left out.";
  for (const address of [four, `${four}&car=d`]) {
    const { heads, text } = draw(address, cars);
    expect(heads.map((head) => head.slice(0, 5))).toEqual(["BMW d", "BMW c", "BMW b", "BMW a"]);
    expect(text).not.toContain(note);
  }
  const five = draw(`${four}&car=e`, cars);
  expect(five.heads).toHaveLength(4);
  expect(five.text).toContain(note);
});

test("compares nothing about a single car, and leads to others", () => {
  const { text, rows, html } = draw("/compare?car=a", [listed("a")]);
  expect(text).toContain("Choose another car to compare with this one");
  for (const path of ["/search", "/favorites"]) expect(html).toContain(`href="${path}"`);
  expect(text).not.toContain("Hide facts that are the same");
  expect(rows.Price).toEqual(["$20,000"]);
});
