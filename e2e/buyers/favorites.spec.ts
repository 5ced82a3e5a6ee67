import { randomUUID } from "node:crypto";
import type { Locator, Page, Request } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { runSql } from "../steps/database.ts";
import { failRequests } from "../steps/fail-requests.ts";
import { cardOf, expectMessage } from "../steps/locators.ts";
import { loaded, open, openAs, signIn } from "../steps/open-page.ts";
import { sell } from "../steps/pay-by-api.ts";
import type { Car } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const header = (page: Page) => page.getByRole("banner");
const savedCount = (page: Page, count: number) =>
  header(page).getByRole("link", { name: `Favorites, ${count} saved` });
const saveButton = (page: Page, { name }: Car) =>
  cardOf(page, name).getByRole("button", { name: `Save ${name}` });
const compareButton = (page: Page, { name }: Car) =>
  cardOf(page, name).getByRole("button", { name: `Compare ${name}` });
const bar = (page: Page) => page.getByRole("region", { name: "Cars to compare" });
const comparePath = (...ids: string[]) => `/compare?${ids.map((id) => `car=${id}`).join("&")}`;

/** Filters a page of results by fuel, beside them or in the sheet. */
async function showPetrol(page: Page): Promise<void> {
  const isPhone = page.viewportSize()!.width < 1024;
  if (isPhone) await page.getByRole("button", { name: "Filters" }).click();
  const filters = isPhone
    ? page.getByRole("dialog", { name: "Filters" })
    : page.getByRole("complementary", { name: "Filters" });
  await filters.getByRole("checkbox", { name: /^Petrol/ }).check();
  if (isPhone) await filters.getByRole("button", { name: /^Show \d+ cars?$/ }).click();
  await expect(page).toHaveURL("/products/1?fuel=petrol");
}

for (const width of [390, 1440])
  test(
    `a visitor filters and saves cars, signs in, keeps them and compares them at ${width} px`,
    { tag: width === 390 ? [] : "@deep" },
    async ({ page, shop }) => {
      const seller = await shop.signUp("Seller");
      const buyer = await shop.signUp("Buyer");
      const older = await shop.addCar(seller, { fuel: "petrol" });
      const newer = await shop.addCar(seller, { fuel: "petrol", resalePrice: 19_900 });
      await page.setViewportSize({ width, height: 844 });
      await open(page, "/products/1");
      await showPetrol(page);
      await saveButton(page, newer).click();
      await expect(savedCount(page, 1)).toBeVisible();
      await cardOf(page, older.name).getByRole("link", { name: older.name }).click();
      await page.getByRole("main").getByRole("button", { name: "Save", exact: true }).click();
      await savedCount(page, 2).click();
      await expect(page.getByText("These cars are saved in this browser only.")).toBeVisible();
      await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
      await signIn(page, buyer);

      await expect(page).toHaveURL("/favorites");
      for (const car of [older, newer])
        await expect(saveButton(page, car)).toHaveAttribute("aria-pressed", "true");
      await expect(page.getByText("saved in this browser only")).toBeHidden();
      await expect.poll(() => page.evaluate(() => localStorage.getItem("favorites"))).toBe("[]");

      for (const car of [older, newer]) await compareButton(page, car).click();
      await bar(page).getByRole("link", { name: "Compare" }).click();
      await expect(page).toHaveURL(comparePath(older.id, newer.id));
      const price = page.getByRole("row", { name: /^Price differs/ });
      await expect(price.getByRole("cell")).toHaveText(["$24,500", "$19,900 Lowest"]);
      await expect(page.getByRole("row", { name: "Location Lisbon Lisbon" })).toBeVisible();
      await page.getByRole("link", { name: `Book Now: ${newer.name}` }).click();
      await expect(page.getByRole("dialog", { name: "Booking Confirmation" })).toBeVisible();
    },
  );

test(
  "cars saved before sign-in are shown even if the account's list was read before them",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const car = await shop.addCar(await shop.signUp("Seller"));
    const buyer = await shop.signUp("Buyer");
    await page.addInitScript((id) => {
      if (!sessionStorage.getItem("saved")) localStorage.setItem("favorites", JSON.stringify([id]));
      sessionStorage.setItem("saved", "1");
    }, car.id);
    const merged = page.waitForResponse(
      (answer) => answer.request().method() === "POST" && answer.url().endsWith("/api/favorites"),
    );
    await page.route(
      "**/api/favorites/ids",
      async (route) => {
        const early = await route.fetch();
        await merged;
        await route.fulfill({ response: early, json: { ids: [] } }).catch(() => undefined);
      },
      { times: 1 },
    );
    await open(page, "/login?from=/favorites");
    await signIn(page, buyer);
    await expect(saveButton(page, car)).toHaveAttribute("aria-pressed", "true");
    await expect(savedCount(page, 1)).toBeVisible();
  },
);

test(
  "a full list on the device keeps its cars, and says why another one is not saved",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const car = await shop.addCar(await shop.signUp("Seller"));
    const ids = JSON.stringify(Array.from({ length: 200 }, () => randomUUID()));
    await page.addInitScript((full) => localStorage.setItem("favorites", full), ids);
    await open(page, `/search?q=${car.name.split(" ")[1]}`);
    await saveButton(page, car).click();
    await expectMessage(page, "You can save at most 200 cars. Remove one to save another.");
    await expect(saveButton(page, car)).toHaveAttribute("aria-pressed", "false");
    expect(await page.evaluate(() => localStorage.getItem("favorites"))).toBe(ids);
  },
);

test("cars that a full account has no place for stay on the device", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const latest = await shop.addCar(seller);
  const older = await shop.addCar(seller);
  const buyer = await shop.signUp("Buyer");
  await runSql(`
    insert into favorite (account_id, listing_id)
    select '${buyer.id}', id from listing where id not in ('${latest.id}', '${older.id}') limit 199`);
  await open(page, "/products/1");
  await page.evaluate(
    (ids) => localStorage.setItem("favorites", JSON.stringify(ids)),
    [latest.id, older.id],
  );
  let merges = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/favorites")) merges += 1;
  });
  await openAs(page, buyer, "/products/1");
  await expectMessage(
    page,
    "You can save at most 200 cars, so 1 from this device could not be added. Remove others to make room for them.",
  );
  await expect(saveButton(page, latest)).toHaveAttribute("aria-pressed", "true");
  await expect(saveButton(page, older)).toHaveAttribute("aria-pressed", "false");
  const onDevice = () => page.evaluate(() => localStorage.getItem("favorites"));
  expect(await onDevice()).toBe(JSON.stringify([older.id]));
  expect(merges).toBe(1);

  // It moves once there is room.
  await saveButton(page, latest).click();
  await expect(savedCount(page, 199)).toBeVisible();
  await open(page, "/products/1");
  await expect(saveButton(page, older)).toHaveAttribute("aria-pressed", "true");
  await expect.poll(onDevice).toBe("[]");
});

test(
  "an account's favorites agree in two tabs and do not stay on the device",
  { tag: "@deep" },
  async ({ page, shop, context }) => {
    const car = await shop.addCar(await shop.signUp("Seller"));
    const buyer = await shop.signUp("Buyer");
    const other = await context.newPage();
    await openAs(page, buyer, "/products/1");
    await open(other, "/favorites");
    await expect(other.getByText("No saved cars yet")).toBeVisible();
    await saveButton(page, car).click();
    await expect(saveButton(other, car)).toBeVisible();
    await saveButton(other, car).click();
    await expect(other.getByText("No saved cars yet")).toBeVisible();
    await expect(saveButton(page, car)).toHaveAttribute("aria-pressed", "false");
    await saveButton(page, car).click();
    await expect(savedCount(page, 1)).toBeVisible();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(header(page).getByRole("link", { name: "Favorites", exact: true })).toBeVisible();
    await open(page, "/favorites");
    await expect(page.getByText("No saved cars yet")).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(car.id);
  },
);

test("a car leaves the account's favorites before the server has answered", async ({
  page,
  shop,
}) => {
  const car = await shop.addCar(await shop.signUp("Seller"));
  const buyer = await shop.signUp("Buyer");
  const ids = page.waitForResponse(/\/api\/favorites\/ids$/);
  await openAs(page, buyer, "/products/1");
  // Until the session is known, a car is saved in the browser.
  await (await ids).finished();
  await saveButton(page, car).click();
  await savedCount(page, 1).click();
  await expect(cardOf(page, car.name)).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/api/favorites/${car.id}`, async (route) => {
    await released;
    await route.continue();
  });
  await saveButton(page, car).click();
  await expect(page.getByText("No saved cars yet")).toBeVisible();
  const removed = page.waitForResponse(`**/api/favorites/${car.id}`);
  release();
  expect((await removed).status()).toBe(200);
  await expect(page.getByText("No saved cars yet")).toBeVisible();
});

test(
  "a save that fails is taken back and says why",
  { tag: "@deep" },
  async ({ page, shop, context }) => {
    const car = await shop.addCar(await shop.signUp("Seller"));
    const buyer = await shop.signUp("Buyer");
    const ids = page.waitForResponse(/\/api\/favorites\/ids$/);
    await openAs(page, buyer, "/products/1");
    // Until the session is known, a car is saved in the browser.
    await (await ids).finished();
    await expect(saveButton(page, car)).toHaveAttribute("aria-pressed", "false");
    await context.setOffline(true);
    await saveButton(page, car).click();
    await expectMessage(page, "You are offline. Please check your connection and try again.");
    await expect(saveButton(page, car)).toHaveAttribute("aria-pressed", "false");
    await context.setOffline(false);
    await saveButton(page, car).click();
    await expect(savedCount(page, 1)).toBeVisible();
    await expect(saveButton(page, car)).toHaveAttribute("aria-pressed", "true");
  },
);

test(
  "favorites that cannot be loaded say so and can be retried",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const stop = await failRequests(page, /\/api\/favorites$/);
    await openAs(page, await shop.signUp("Buyer"), "/favorites");
    await expect(page.getByText("We could not load your cars")).toBeVisible({ timeout: 20_000 });
    await stop();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("No saved cars yet")).toBeVisible();
  },
);

test(
  "sold and deleted favorites say so and can be removed",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const { car } = await sell(shop);
    const missingId = "00000000-0000-4000-8000-000000000000";
    await page.addInitScript(
      (ids) => {
        if (localStorage.getItem("favorites") !== null) return;
        for (const list of ["favorites", "recently-viewed"])
          localStorage.setItem(list, JSON.stringify(ids));
      },
      [car.id, missingId],
    );
    await open(page, "/favorites");
    const viewed = page.getByRole("region", { name: "Recently viewed" });
    await expect(viewed.getByRole("listitem")).toHaveText([new RegExp(`${car.name}Sold$`)]);
    const list = page.getByRole("region", { name: "No longer for sale" });
    await expect(list.getByRole("listitem")).toHaveText([
      `${car.name}SoldRemove`,
      "A car that is no longer listedNot for saleRemove",
    ]);
    await list.getByRole("button", { name: `Remove ${car.name}` }).click();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("heading", { name: "Favorites" })).toBeFocused();
    await page.goto(comparePath(car.id, missingId));
    await expect(page.getByRole("columnheader")).toHaveText([/Sold/, /no longer listed/]);
  },
);

test(
  "the comparison can be reduced to facts that are not the same for all cars",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const one = await shop.addCar(seller, { fuel: "petrol", mileage: 12_000 });
    const other = await shop.addCar(seller, { fuel: "petrol", resalePrice: 19_900 });
    await open(page, comparePath(one.id, other.id));
    const [price, fuel, mileage] = [/^Price differs/, /^Fuel/, /^Mileage/].map((name) =>
      page.getByRole("row", { name }),
    );
    await expect(fuel!.getByRole("cell")).toHaveText(["Petrol", "Petrol"]);
    const hide = page.getByRole("checkbox", { name: "Hide facts that are the same" });
    await hide.check();
    await expect(fuel!).toHaveCount(0);
    await expect(price!).toBeVisible();
    // Only one of them states it.
    await expect(mileage!.getByRole("cell")).toHaveText(["12,000 mi", "Not stated"]);
    await hide.uncheck();
    await expect(fuel!).toBeVisible();
  },
);

for (const width of [1440, 820, 390])
  test(`the comparison keeps the names and prices on the screen while it is scrolled, at ${width} px`, async ({
    page,
    request,
  }) => {
    const answer = await request.get("/api/listings?limit=4");
    const { listings } = (await answer.json()) as { listings: { _id: string }[] };
    const boxOf = async (part: Locator) => (await part.boundingBox())!;
    await page.setViewportSize({ width, height: 500 });
    await open(page, comparePath(...listings.map(({ _id }) => _id)));
    const last = page.getByRole("row", { name: /^Seller/ });
    await last.evaluate((row) => row.scrollIntoView({ block: "end" }));
    const heads = width === 1440 ? page.getByRole("columnheader") : page.locator("[data-strip] p");
    await expect(heads.first()).toBeInViewport({ ratio: 1 });
    await expect(heads.first()).toContainText("$");
    const banner = await boxOf(page.getByRole("banner"));
    const head = await boxOf(heads.first());
    expect(head.y).toBeGreaterThanOrEqual(banner.y + banner.height - 1);
    expect(head.y + head.height).toBeLessThan((await boxOf(last)).y);

    const table = page.getByRole("region", { name: "Compare cars" });
    // Only the page scrolls up and down.
    expect(await table.evaluate((region) => region.scrollHeight - region.clientHeight)).toBe(0);
    await table.evaluate((region) => region.scrollBy({ left: 150 }));
    const cells = last.getByRole("cell");
    for (const at of [0, 1, 2, 3])
      await expect
        .poll(async () =>
          Math.round((await boxOf(cells.nth(at))).x - (await boxOf(heads.nth(at))).x),
        )
        .toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

test("a phone compares two cars beside each other, with the labels above their facts", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const prices = [24_500, 19_900, 31_200];
  const cars = await Promise.all(prices.map((resalePrice) => shop.addCar(seller, { resalePrice })));
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, comparePath(...cars.map(({ id }) => id)));
  const price = page.getByRole("row", { name: /^Price differs/ });
  const label = (await price.getByText("Price", { exact: true }).boundingBox())!;
  const cells = price.getByRole("cell");
  for (const at of [0, 1]) {
    const cell = (await cells.nth(at).boundingBox())!;
    expect(Math.round(cell.width)).toBe(167);
    expect(cell.x + cell.width).toBeLessThanOrEqual(390 - 20);
    expect(cell.y).toBeGreaterThanOrEqual(label.y + label.height);
  }
  // The third car snaps into the place of the first or the second.
  const table = page.getByRole("region", { name: "Compare cars" });
  await table.evaluate((region) => region.scrollTo({ left: region.scrollWidth }));
  await expect
    .poll(async () => Math.round((await cells.nth(2).boundingBox())!.x + 167))
    .toBe(390 - 20);
  await expect(price.getByText("Price", { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(cells.filter({ hasText: "Lowest" })).toContainText("$19,900");
});

test("a visitor's favorites show reserved cars, and more than 24 on request", async ({
  page,
  shop,
}) => {
  const car = await shop.addCar(await shop.signUp("Seller"));
  await shop.book(await shop.signUp("Buyer"), car);
  // Old ones of the demo, which no other test buys.
  const answer = await page.request.get("/api/listings?sort=year-asc&limit=25");
  const others = ((await answer.json()) as { listings: { _id: string }[] }).listings
    .map(({ _id }) => _id)
    .filter((id) => id !== car.id);
  const ids = [car.id, ...others.slice(0, 24)];
  await page.addInitScript(
    (saved) => localStorage.setItem("favorites", saved),
    JSON.stringify(ids),
  );
  await open(page, "/favorites");
  const cars = page.getByRole("main").getByRole("article");
  await expect(cars).toHaveCount(24);
  await expect(cardOf(page, car.name).getByRole("button", { name: "Reserved" })).toBeDisabled();
  await page.getByRole("button", { name: "Show more cars" }).click();
  await expect(cars).toHaveCount(25);
  await expect(page.getByRole("button", { name: "Show more cars" })).toHaveCount(0);
});

test(
  "up to four cars are chosen, and a fifth says why not",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const cars: Car[] = [];
    for (let car = 0; car < 5; car += 1) cars.push(await shop.addCar(seller));
    await open(page, "/products/1");
    for (const car of cars.slice(0, 4)) await compareButton(page, car).click();
    await compareButton(page, cars[4]!).click();
    await expectMessage(page, "You can compare up to 4 cars. Remove one to add another.");
    await expect(compareButton(page, cars[4]!)).toHaveAttribute("aria-pressed", "false");
    await bar(page)
      .getByRole("button", { name: `Remove ${cars[0]!.name} from the comparison` })
      .click();
    await expect(compareButton(page, cars[0]!)).toHaveAttribute("aria-pressed", "false");
    await bar(page).getByRole("button", { name: "Clear" }).click();
    await expect(bar(page)).toBeHidden();
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("cars are compared by the address alone", { tag: "@deep" }, async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const one = await shop.addCar(seller);
    const other = await shop.addCar(seller);
    await page.goto(comparePath(one.id, other.id));
    await expect(page.getByRole("columnheader")).toHaveCount(2);
    await page.getByRole("link", { name: `Remove ${one.name} from the comparison` }).click();
    await expect(page).toHaveURL(comparePath(other.id));
    await expect(page.getByRole("columnheader")).toHaveCount(1);
  });
});

test(
  "cars that were opened are listed and can be cleared",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const car = await shop.addCar(await shop.signUp("Seller"));
    await open(page, "/products/1");
    await cardOf(page, car.name).getByRole("link", { name: car.name }).click();
    await expect(page.getByRole("heading", { level: 1, name: car.name })).toBeVisible();
    await open(page, "/favorites");
    const viewed = page.getByRole("region", { name: "Recently viewed" });
    await expect(viewed.getByRole("link", { name: car.name })).toBeVisible();
    await viewed.getByRole("button", { name: "Clear recently viewed" }).click();
    await expect(viewed).toBeHidden();
  },
);

/** A request in words, with the headers that say who sends it. */
async function describe(request: Request): Promise<string> {
  const { authorization, cookie } = await request.allHeaders();
  const { pathname } = new URL(request.url());
  const requestParts = [
    `${request.method()} ${pathname}`,
    request.postData(),
    authorization,
    cookie,
  ];
  return requestParts.filter(Boolean).join(", ");
}

test("cars that were opened are known to this browser only", async ({ page, browser, shop }) => {
  const seller = await shop.signUp("Seller");
  const buyer = await shop.signUp("Buyer");
  const car = await shop.addCar(seller);
  const viewed = (page: Page) => page.getByRole("region", { name: "Recently viewed" });
  const link = viewed(page).getByRole("link", { name: car.name });
  let requests: Request[] = [];
  page.on("request", (request) => {
    if (`${request.url()} ${request.postData()}`.includes(car.id)) requests.push(request);
  });
  await openAs(page, buyer, `/cars/${car.id}`);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("recently-viewed")))
    .toBe(JSON.stringify([car.id]));
  const counted = requests.filter((request) => request.method() !== "GET");
  expect(counted.map((request) => [new URL(request.url()).pathname, request.postData()])).toEqual([
    [`/api/products/${car.id}/views`, null],
  ]);

  requests = [];
  await open(page, "/favorites");
  await expect(link).toBeVisible();
  await page.reload();
  await expect(link).toBeVisible();
  // What it shows of the car are facts that anyone may read, and it asks for them without saying who does.
  expect(new Set(await Promise.all(requests.map(describe)))).toEqual(
    new Set([`GET /api/listings/${car.id}`]),
  );
  const file = await fetch(new URL("/api/account/data", shop.address), {
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect(await file.text()).not.toContain(car.id);

  const device = await browser.newContext();
  const other = await device.newPage();
  await openAs(other, buyer, new URL("/favorites", shop.address).href);
  await loaded(other);
  await expect(other.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await expect(viewed(other)).toHaveCount(0);
  await device.close();

  await page.getByRole("button", { name: "Log Out" }).click();
  await expectMessage(page, `${buyer.name} Logout Successfuly!`);
  await open(page, "/favorites");
  await expect(link).toBeVisible();
});

test(
  "axe finds no violations, and a phone scrolls the table inside its region",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const seller = await shop.signUp("Seller");
    const cars = [
      await shop.addCar(seller),
      await shop.addCar(seller, { resalePrice: 21_000 }),
      await shop.addCar(seller),
    ];
    await open(page, "/favorites");
    await loaded(page);
    await expectAccessible(page);
    await open(page, "/products/1");
    for (const car of cars) {
      await saveButton(page, car).click();
      await compareButton(page, car).click();
    }
    await page.goto("/favorites");
    await expect(saveButton(page, cars[0]!)).toBeVisible();
    await expectAccessible(page);
    await page.goto(comparePath(...cars.map(({ id }) => id)));
    await loaded(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const table = page.getByRole("region", { name: "Compare cars" });
    const fact = page
      .getByRole("rowheader", { name: /^Price/ })
      .getByText("Price", { exact: true });
    const before = await fact.boundingBox();
    await table.evaluate((region) => region.scrollTo({ left: 200 }));
    expect(await table.evaluate((region) => region.scrollLeft)).toBeGreaterThan(100);
    expect((await fact.boundingBox())!.x).toBeLessThanOrEqual(before!.x);
    await expect(fact).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  },
);
