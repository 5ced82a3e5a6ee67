import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import ConfirmListingsPage from "./confirm-listings.tsx";
import type { Confirming } from "./page-services.ts";

type Car = Confirming["cars"][number];
const car = (name: string, given: Partial<Car> = {}): Car => ({
  id: name,
  name,
  isLapsed: false,
  obstacle: null,
  ...given,
});
const blocked = car("Audi A4", { isLapsed: true, obstacle: "Another car has this VIN." });

function draw(given: Partial<Confirming>, confirmed: number | null = null) {
  const confirming = { cars: [], total: given.cars?.length ?? 0, isSuspended: false, ...given };
  const props = { loaderData: { token: "t", confirming, confirmed } } as never;
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <ConfirmListingsPage {...(props as object as Parameters<typeof ConfirmListingsPage>[0])} />
    </MemoryRouter>,
  );
  const text = html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  const boxes = [...html.matchAll(/<input[^>]*value="([^"]+)"/g)].map(([, value]) => value);
  return { text, boxes };
}

test("lists cars that cannot be confirmed apart, with the reason", () => {
  const { text, boxes } = draw({ cars: [car("BMW M3"), blocked] });
  expect(boxes).toEqual(["BMW M3"]);
  expect(text).toContain("Off sale, cannot be confirmed Audi A4 Another car has this VIN.");
  expect(text).toContain("Confirm this car, and it stays on sale.");
});

test("says what confirming does to cars on sale and off sale", () => {
  const lapsed = car("BMW M4", { isLapsed: true });
  const stays = "Confirm the cars that you still sell, and they stay on sale.";
  const back = "Those that are off sale are for sale again.";
  expect(draw({ cars: [car("BMW M3"), lapsed] }).text).toContain(`${stays} ${back}`);
  expect(draw({ cars: [car("BMW M3"), car("BMW M5")] }).text).not.toContain(back);
  expect(draw({ cars: [lapsed] }).text).toContain("Confirm it to put it back on sale.");
});

test("offers no button if none of the cars can be confirmed", () => {
  const { text, boxes } = draw({ cars: [blocked] }, 0);
  expect(boxes).toEqual([]);
  expect(text).toContain("No car was confirmed. None of these cars can be confirmed.");
  expect(text).not.toContain("Confirm this car");
});

test("tells suspended sellers why their cars cannot be confirmed", () => {
  const { text, boxes } = draw({ cars: [car("BMW M3")], isSuspended: true }, 0);
  expect(boxes).toEqual([]);
  expect(text).toContain("No car was confirmed. Your account is suspended");
});

test.each<[number | null, Car[], string]>([
  [null, [], "Still for sale? Thank you. None of your cars waits"],
  [1, [], "1 car is confirmed. Thank you. None of your cars waits"],
  [1_200, [car("BMW M3")], "1,200 cars are confirmed. Confirm this car"],
  [0, [car("BMW M3")], "No car was confirmed. Choose at least one that you still sell."],
])("says how many cars were confirmed: %s", (confirmed, cars, words) => {
  expect(draw({ cars }, confirmed).text).toContain(words);
});

test("says that only the first cars are listed", () => {
  const { text } = draw({ cars: [car("BMW M3"), car("BMW M4")], total: 1_200 });
  expect(text).toContain("The first 2 of 1,200 are listed.");
});
