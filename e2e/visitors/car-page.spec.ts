import type { Page } from "@playwright/test";
import { expect, test } from "../shop-test.ts";
import { expectAccessible } from "../steps/axe.ts";
import { ageBooking, runSql } from "../steps/database.ts";
import { cardOf, chooseForSelected, expectMessage, messages } from "../steps/locators.ts";
import { clearSession, loaded, open, openAs, ready } from "../steps/open-page.ts";
import { sell } from "../steps/pay-by-api.ts";
import { photosOf } from "../steps/photos.ts";
import { uniqueWord } from "../steps/shop.ts";

const pathOf = ({ id, name }: { id: string; name: string }) =>
  `/cars/${name.toLowerCase().replace(" ", "-")}-${id}`;
const bookNow = (page: Page) => page.getByRole("main").getByRole("button", { name: "Book Now" });

for (const { width, tag } of [
  { width: 390, tag: [] },
  { width: 1440, tag: "@deep" },
])
  test(
    `a buyer goes from a brand to a car's page and books it, at ${width} px`,
    { tag },
    async ({ page, shop }) => {
      await page.setViewportSize({ width, height: 900 });
      const buyer = await shop.signUp("Buyer");
      const car = await shop.addCar(await shop.signUp("Seller"));
      await openAs(page, buyer, "/products/1");
      await cardOf(page, car.name).getByRole("link", { name: car.name }).click();
      await expect(page).toHaveURL(pathOf(car));
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { level: 1, name: car.name })).toBeVisible();
      await expect(main.getByText("$24,500", { exact: true }).first()).toBeVisible();
      await expect(main.getByText("Market Price $31,000").first()).toBeVisible();
      await expect(main.getByText("Listed today")).toBeVisible();
      await bookNow(page).first().click();
      const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
      await expect(dialog.getByLabel("Item")).toHaveValue(car.name);
      await dialog.getByRole("button", { name: /^Book for / }).click();
      await expect(dialog).toBeHidden();
      await expect(main.getByText("Pay to make it yours.")).toBeVisible();
    },
  );

test("a car's page says what is known of the car and its seller, as search engines read it", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const verified = await page.request.put(`/api/seller/verify/${seller.id}`, {
    headers: { authorization: `Bearer ${(await shop.admin()).token}` },
    data: { checked: ["identity", "phone"] },
  });
  expect(verified.status()).toBe(200);
  const car = await shop.addCar(seller, {
    model: "3 Series",
    year: 2018,
    mileage: 41_250,
    fuel: "diesel",
    bodyType: "estate",
    transmission: "manual",
    engineSize: 1.995,
    colour: "Estoril Blue",
    photos: await photosOf(shop, 1),
  });
  await open(page, pathOf(car));
  const main = page.getByRole("main");
  const section = (title: string) =>
    main
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  const facts = await section("Facts")
    .locator("dl > div")
    .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent)));
  expect(facts).toEqual([
    ["Make", "BMW"],
    ["Model", "3 Series"],
    ["Body type", "Station wagon"],
    ["Color", "Estoril Blue"],
    ["Location", "Lisbon"],
    ["Fuel", "Diesel"],
    ["Engine size", "2.0 L"],
    ["Transmission", "Manual"],
    ["Year", "2018"],
    ["Years used", String(new Date().getUTCFullYear() - 2018)],
    ["Year of purchase", "2019"],
    ["Mileage", "41,250 mi"],
    ["Type", "Good"],
  ]);
  await expect(section("Facts").getByRole("heading", { level: 3 })).toHaveText([
    "Car",
    "Engine",
    "Use",
  ]);
  await expect(section("Description")).toContainText("One owner.");
  await expect(section("Seller")).toContainText(seller.name);
  await expect(section("Seller")).toContainText(
    /Verified seller since .+\. We checked: identity document, phone call\./,
  );

  const readJsonLd = async () =>
    JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!) as object;
  await expect(main.getByText("$24,500", { exact: true }).first()).toBeVisible();
  expect(await readJsonLd()).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Car",
    name: car.name,
    color: "Estoril Blue",
    vehicleModelDate: "2018",
    bodyType: "Station wagon",
    vehicleTransmission: "manual",
    mileageFromOdometer: { value: 41_250, unitCode: "SMI" },
    vehicleEngine: { engineDisplacement: { value: 2, unitCode: "LTR" } },
    offers: { price: 24_500, priceCurrency: "USD", availability: "https://schema.org/InStock" },
  });
  const image = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect(image).toContain(`${shop.address}/images/`);
  expect((await page.request.get(image!)).headers()["content-type"]).toBe("image/jpeg");

  await shop.book(await shop.signUp("Buyer"), car);
  await expect(async () => {
    await open(page, pathOf(car));
    await expect(main.getByText("Another buyer has reserved this car.")).toBeVisible();
  }).toPass();
  await expect(bookNow(page).and(page.locator(`[data-opens$="${car.id}"]`))).toHaveCount(0);
  expect(await readJsonLd()).toMatchObject({
    offers: { availability: "https://schema.org/Reserved" },
  });
});

for (const reducedMotion of ["no-preference", "reduce"] as const)
  test(
    `a car's photo comes from its card, motion: ${reducedMotion}`,
    { tag: "@deep" },
    async ({ page, shop }) => {
      const [photo] = await photosOf(shop, 1);
      const car = await shop.addCar(await shop.signUp("Seller"), { photos: [photo!] });
      await page.emulateMedia({ reducedMotion });
      await open(page, "/products/1");
      const moves = await page.evaluateHandle(() => {
        const seen: unknown[] = [];
        const { animate } = Element.prototype;
        Element.prototype.animate = function (frames, options) {
          const { left, top } = this.getBoundingClientRect();
          const animation = animate.call(this, frames, options);
          const start = this.getBoundingClientRect();
          // The page is not at its top yet.
          const place = [start.left, start.top + scrollY, start.width].map(Math.round);
          if (start.left !== left || start.top !== top) seen.push(place);
          return animation;
        };
        return seen;
      });
      const card = cardOf(page, car.name);
      await card.getByRole("link", { name: car.name }).hover();
      // The picture grows a little below the pointer.
      await card.evaluate((node) =>
        Promise.all(node.getAnimations({ subtree: true }).map(({ finished }) => finished)),
      );
      const place = (await card.getByRole("img").first().boundingBox())!;
      await card.getByRole("link", { name: car.name }).click();
      const picture = page.getByRole("group", { name: `Photos of ${car.name}` }).locator("figure");
      await expect(picture).toHaveAttribute("style", /url\(/);
      const cardPlace = [place.x, place.y, place.width].map(Math.round);
      expect(await moves.jsonValue()).toEqual(reducedMotion === "reduce" ? [] : [cardPlace]);
    },
  );

test("a card on a phone is at most 520 px high and shows every fact", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/products/1");
  const card = cardOf(page, car.name);
  for (const fact of ["Type", "Years used", "Lisbon", seller.name, "Post On"])
    await expect(card.getByText(fact, { exact: true })).toBeVisible();
  await expect(card.getByText("Market Price")).toBeVisible();
  expect((await card.boundingBox())!.height).toBeLessThanOrEqual(520);
  const placeOf = async (fact: string) =>
    (await card.getByText(fact, { exact: true }).boundingBox())!;
  const type = await placeOf("Type");
  const used = await placeOf("Years used");
  expect([used.y, used.x > type.x + 100]).toEqual([type.y, true]);
  await card.getByRole("link", { name: "Details" }).click();
  await expect(page).toHaveURL(pathOf(car));
});

test("a card on a phone says whose figure the market price is, also beside a wide price", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const word = uniqueWord();
  for (const [resalePrice, originalPrice] of [
    [24_500, 31_000],
    [124_500, 131_000],
    [1_124_500, 1_310_000],
  ])
    await shop.addCar(seller, { name: `BMW ${word}`, resalePrice, originalPrice });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/search?q=${word}`);
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(3);
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByText("seller's figure")).toBeInViewport({ ratio: 1 });
  }
});

test("the tallest card on a phone is at most 520 px high", async ({ page, shop }) => {
  const name = `BMW ${uniqueWord()} 3 Series 330e xDrive M Sport Touring Plus Pro`;
  const seller = await shop.signUp("Seller", {
    name: "Featherstonehaugh Cholmondeley Automobiles",
  });
  await shop.verify(seller);
  const facts = { model: "3 Series", year: 2018, mileage: 123_456 };
  // Whose figure the market price is does not fit on the line of so wide a price.
  const prices = { resalePrice: 124_500, originalPrice: 131_000 };
  await shop.addCar(seller, {
    ...facts,
    ...prices,
    name: name.padEnd(60, "!"),
    location: "Frankfurt am Main, Hesse",
    fuel: "plug-in hybrid",
    transmission: "semi-automatic",
    bodyType: "estate",
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole("main").getByRole("article");
  // The demo's price model is trained a moment after the start.
  const rating = card.getByText("similar cars");
  await expect
    .poll(async () => {
      await open(page, `/search?q=${name.split(" ")[1]}`);
      return rating.count();
    })
    .toBe(1);
  await expect(card).toHaveCount(1);
  for (const fact of ["2018", "123,456 mi", "Plug-in hybrid", "Semi-auto"])
    await expect(card.getByText(fact)).toBeVisible();
  for (const fact of ["Type", "Years used", "Frankfurt am Main, Hesse", seller.name, "Post On"])
    await expect(card.getByText(fact, { exact: true })).toBeVisible();
  await expect(card.getByText("Market Price")).toBeVisible();
  expect((await card.boundingBox())!.height).toBeLessThanOrEqual(520);

  // Those of the demo, too.
  await open(page, "/search");
  await loaded(page);
  const heights = await card.evaluateAll((cards) =>
    cards.map((one) => one.getBoundingClientRect().height),
  );
  expect(heights.length).toBeGreaterThanOrEqual(24);
  expect(Math.max(...heights)).toBeLessThanOrEqual(520);
});

test(
  "a car's page is printed in dark text, without what only works on a screen",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller, { photos: await photosOf(shop, 2) });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await open(page, pathOf(car));
    const main = page.getByRole("main");
    for (const away of [
      page.locator("header"),
      page.locator("footer"),
      main.getByText("Book Now"),
      main.getByText("Share"),
      main.getByText("All BMW cars"),
    ]) {
      await expect(away.first()).toBeAttached();
      await expect(away.first()).toBeHidden();
    }
    await expect(page.locator("h1")).toHaveCSS("color", "rgb(20, 19, 15)");
    await expect(main.getByText("One owner.")).toBeVisible();
    await expect(main.getByRole("img", { name: "Photo number 1" })).toBeVisible();
  },
);

test(
  "photos are shown by key, thumbnail and in full screen",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller, { photos: await photosOf(shop, 3) });
    await open(page, pathOf(car));
    const gallery = page.getByRole("group", { name: `Photos of ${car.name}` });
    await expect(gallery.getByText("Photo 1 / 3")).toBeVisible();
    await gallery.getByRole("list").focus();
    await page.keyboard.press("ArrowRight");
    await expect(gallery.getByText("Photo 2 / 3")).toBeVisible();
    await expect(gallery.getByRole("img", { name: "Photo number 2" })).toBeInViewport();
    await gallery.getByRole("button", { name: "Next photo" }).click();
    await expect(gallery.getByRole("img", { name: "Photo number 3" })).toBeInViewport();
    await page.getByRole("button", { name: "Show photo 1: Photo number 1" }).click();
    await expect(gallery.getByRole("img", { name: "Photo number 1" })).toBeInViewport();
    await page.getByRole("button", { name: "Full screen" }).click();
    const full = page.getByRole("dialog", { name: `Photos of ${car.name}` });
    await expect(full.getByRole("img", { name: "Photo number 1" })).toBeInViewport();
    await page.keyboard.press("End");
    await expect(full.getByRole("img", { name: "Photo number 3" })).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(full).toBeHidden();
    await expect(gallery.getByText("Photo 3 / 3")).toBeVisible();
  },
);

test("a portrait photo is shown whole on the car's page, without a shift of the layout", async ({
  page,
  shop,
}) => {
  const [wide] = await photosOf(shop, 1);
  const [portrait] = await photosOf(shop, 1, { width: 800, height: 1200 });
  const photos = [
    { ...portrait!, alt: "Portrait" },
    { ...wide!, alt: "Wide" },
  ];
  const car = await shop.addCar(await shop.signUp("Seller"), { photos });
  await open(page, pathOf(car));
  const gallery = page.getByRole("group", { name: `Photos of ${car.name}` });
  const image = (name: string) => gallery.getByRole("img", { name });
  await expect(image("Portrait")).toHaveCSS("object-fit", "contain");
  await expect(image("Wide")).toHaveCSS("object-fit", "cover");
  const tall = await image("Portrait").boundingBox();
  const flat = await image("Wide").boundingBox();
  expect([tall!.width, tall!.height]).toEqual([flat!.width, flat!.height]);
  const thumbnail = page.getByRole("button", { name: "Show photo 1" }).locator("img");
  await expect(thumbnail).toHaveCSS("object-fit", "cover");
  await open(page, "/products/1");
  await expect(cardOf(page, car.name).locator("img").first()).toHaveCSS("object-fit", "cover");
});

test(
  "arrow keys show other photos wherever the focus is in the gallery",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const photos = await photosOf(shop, 4);
    const car = await shop.addCar(await shop.signUp("Seller"), { photos });
    await open(page, pathOf(car));
    const gallery = page.getByRole("group", { name: `Photos of ${car.name}` });
    await gallery.getByRole("button", { name: "Next photo" }).click();
    await page.keyboard.press("ArrowRight");
    await expect(gallery.getByText("Photo 3 / 4")).toBeVisible();
    await page.getByRole("button", { name: "Show photo 2" }).click();
    await page.keyboard.press("ArrowLeft");
    await expect(gallery.getByText("Photo 1 / 4")).toBeVisible();
    await page.getByRole("button", { name: "Full screen" }).press("ArrowRight");
    await expect(gallery.getByText("Photo 2 / 4")).toBeVisible();
    await page.getByRole("button", { name: "Full screen" }).click();
    const full = page.getByRole("dialog", { name: `Photos of ${car.name}` });
    await full.getByRole("button", { name: "Next photo" }).click();
    await page.keyboard.press("ArrowRight");
    await expect(full.getByText("Photo 4 / 4")).toBeVisible();
    await full.getByRole("button", { name: "Close" }).press("ArrowLeft");
    await expect(full.getByText("Photo 3 / 4")).toBeVisible();
    await full.getByText("Photo 3 / 4").click();
    await page.keyboard.press("ArrowLeft");
    await expect(full.getByText("Photo 2 / 4")).toBeVisible();
  },
);

for (const { width, tag } of [
  { width: 390, tag: [] },
  { width: 1440, tag: "@deep" },
])
  test(
    `Back closes the full-screen photos and leaves the page open, at ${width} px`,
    { tag },
    async ({ page, shop }) => {
      await page.setViewportSize({ width, height: 900 });
      const photos = await photosOf(shop, 3);
      const car = await shop.addCar(await shop.signUp("Seller"), { photos });
      await open(page, "/products/1");
      await cardOf(page, car.name).getByRole("link", { name: car.name }).click();
      await expect(page).toHaveURL(pathOf(car));
      const full = page.getByRole("dialog", { name: `Photos of ${car.name}` });
      const opener = page.getByRole("button", { name: "Full screen" });
      const entries = () => page.evaluate(() => history.length);
      const before = await entries();
      await opener.click();
      await expect(full.getByRole("img", { name: "Photo number 1" })).toBeInViewport();
      await expect(page).toHaveURL(pathOf(car));
      // The page must not be loaded again, which would fail without a connection.
      await page.context().setOffline(true);
      await page.goBack();
      await expect(full).toBeHidden();
      await expect(page).toHaveURL(pathOf(car));
      await expect(opener).toBeVisible();
      await page.goForward();
      await expect(full).toBeVisible();
      await page.context().setOffline(false);

      // After a reload, Back still closes it.
      await page.reload();
      await ready(page);
      await expect(full).toBeVisible();
      const unmarked = () => page.waitForFunction(() => !("isFullScreen" in history.state));
      for (const close of [
        () => page.keyboard.press("Escape"),
        () => full.getByRole("button", { name: "Close" }).click(),
      ]) {
        if (await full.isHidden()) await opener.click();
        await expect(full).toBeVisible();
        await close();
        await expect(full).toBeHidden();
        await unmarked();
      }
      expect(await entries()).toBe(before + 1);
      await expect(page).toHaveURL(pathOf(car));
      // Back and Forward at once, before the other page is shown.
      await page.evaluate(async () => {
        const arrived = () => new Promise((go) => addEventListener("popstate", go, { once: true }));
        for (const step of [-1, 1]) {
          const there = arrived();
          history.go(step);
          await there;
        }
      });
      await expect(page).toHaveURL(pathOf(car));
      await loaded(page);
      await expect(opener).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1, name: /BMW cars/ })).toBeVisible();
      await page.goForward();
      await expect(page).toHaveURL(pathOf(car));
      await expect(opener).toBeVisible();
      await expect(full).toBeHidden();
    },
  );

test(
  "a saved car is saved in every tab, and a link can be copied",
  { tag: "@deep" },
  async ({ page, shop, context }) => {
    const car = await shop.addCar(await shop.signUp("Seller"));
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const other = await context.newPage();
    for (const tab of [page, other]) await open(tab, pathOf(car));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("button", { name: "Saved" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(other.getByRole("button", { name: "Saved" })).toBeVisible();
    await other.getByRole("button", { name: "Saved" }).click();
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
    await page.bringToFront();
    await page.getByRole("button", { name: "Share" }).click();
    await expectMessage(page, "Link copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${shop.address}${pathOf(car)}`,
    );
  },
);

test(
  "the device's own dialog shares a car where there is one",
  { tag: "@deep" },
  async ({ page, shop, context }) => {
    const car = await shop.addCar(await shop.signUp("Seller"));
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => {
      const share = (data: ShareData) => {
        Object.assign(globalThis, { shared: data });
        return Promise.reject(new DOMException("", "AbortError"));
      };
      Object.defineProperty(navigator, "share", { value: share, configurable: true });
    });
    await open(page, pathOf(car));
    await page.getByRole("button", { name: "Share" }).click();
    const shared = () => page.evaluate(() => (globalThis as { shared?: ShareData }).shared);
    await expect.poll(shared).toEqual({ title: car.name, url: `${shop.address}${pathOf(car)}` });
    // Closing the dialog is no failure. A message about it would be there before the next one.
    await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await page.getByRole("button", { name: "Share" }).click();
    await expectMessage(page, "Link copied");
    expect(await messages(page).textContent()).not.toContain("could not be copied");
  },
);

for (const width of [390, 1440])
  test(
    `a sold car says so, offers similar cars, and is gone after 30 days, at ${width} px`,
    {
      tag: width === 390 ? [] : "@deep",
    },
    async ({ page, shop }) => {
      await page.setViewportSize({ width, height: 900 });
      const { car, booking } = await sell(shop);
      const answer = await page.goto(`/cars/old-name-${car.id}`);
      expect(answer!.status()).toBe(200);
      expect((await answer!.request().redirectedFrom()!.response())!.status()).toBe(301);
      await expect(page).toHaveURL(pathOf(car));
      const main = page.getByRole("main");
      await expect(main.getByText(/^This car was sold on/)).toBeVisible();
      await expect(main.getByRole("heading", { name: "Similar cars" })).toBeVisible();
      const similar = main.getByRole("article");
      expect(await bookNow(page).count()).toBeLessThanOrEqual(await similar.count());
      await expect(main.locator(`[data-opens$="${car.id}"]`)).toHaveCount(0);

      await ageBooking(booking, 31);
      expect((await page.goto(pathOf(car)))!.status()).toBe(410);
      await expect(page).toHaveTitle("Sold · Marque");
      await expect(main.getByText(/^This car was sold on/)).toBeVisible();
      await expect(main.getByRole("heading", { name: "Similar cars" })).toBeVisible();
      await expect
        .poll(async () => (await page.request.get(`/api/listings/${car.id}`)).status())
        .toBe(410);
    },
  );

test("an unknown car is the not-found page", { tag: "@deep" }, async ({ page }) => {
  const answer = await page.goto("/cars/bmw-00000000-0000-4000-8000-000000000000");
  expect(answer!.status()).toBe(404);
  await expect(
    page.getByRole("heading", { name: "Sorry, we couldn't find this page." }),
  ).toBeVisible();
});

test("a car that is off sale says so, offers others, and tells sellers how to relist it", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const other = await shop.signUp("Seller");
  const model = uniqueWord();
  const car = await shop.addCar(seller, { model, resalePrice: 24_567 });
  const twin = await shop.addCar(other, { model, resalePrice: 26_000 });
  await runSql(
    `update listing set withdrawn_at = now(), off_sale_at = now() where id = '${car.id}'`,
  );
  expect((await page.goto(pathOf(car)))!.status()).toBe(404);
  const main = page.getByRole("main");
  const notice = main.getByText("This car is not for sale at the moment");
  await expect(notice).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  await expect(cardOf(page, twin.name)).toBeVisible();
  await loaded(page);
  for (const fact of ["$24,567", "One owner.", seller.name, "555 0100"])
    await expect(main).not.toContainText(fact);
  await expectAccessible(page);
  await expect(main.getByText("Is it yours?")).toHaveCount(0);
  await main.getByRole("link", { name: `All BMW ${model} cars for sale` }).click();
  await expect(page).toHaveURL(/\/search\?make=BMW&model=/);
  await expect(cardOf(page, twin.name)).toBeVisible();

  await openAs(page, seller, pathOf(car));
  const hint = main.getByRole("link", { name: "Is it yours? Put it on sale under My Products" });
  await expect(hint).toBeVisible();
  await expectAccessible(page);
  await hint.click();
  await page.getByRole("checkbox", { name: `Select ${car.name}` }).check();
  await chooseForSelected(page, "Put on sale");
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Put .+ on sale/ })
    .click();
  await expect(page.getByRole("region", { name: "Result" })).toContainText("1 car put on sale");
  await open(page, pathOf(car));
  await expect(bookNow(page).first()).toBeVisible();
});

test("a car's page leads its own seller to the form that edits it", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const other = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  const reserved = await shop.addCar(seller);
  await shop.book(await shop.signUp("Buyer"), reserved);
  const main = page.getByRole("main");
  const edit = main.getByRole("link", { name: "Edit your car" });
  await openAs(page, seller, pathOf(car));
  await expect(edit).toBeVisible();
  // Similar cars can be booked.
  const ofThis = page.locator(`[data-opens="book:${car.id}"]`);
  await expect(ofThis).toHaveCount(0);
  await expectAccessible(page);
  await edit.click();
  await expect(page.getByRole("heading", { name: `Edit ${car.name}` })).toBeVisible();

  // It cannot be edited now.
  await open(page, pathOf(reserved));
  // Similar cars come after it.
  await expect(main.getByRole("button", { name: "Reserved" }).first()).toBeDisabled();
  await expect(edit).toHaveCount(0);

  await clearSession(page);
  const asked = page.waitForResponse((answer) => answer.url().includes(`/api/addproduct?`));
  await openAs(page, other, pathOf(car));
  await (await asked).finished();
  await expect(ofThis).toHaveText("Book Now");
  await expect(edit).toHaveCount(0);
});

test("axe finds no violations on a car's page", { tag: "@deep" }, async ({ page, shop }) => {
  test.slow();
  const car = await shop.addCar(await shop.signUp("Seller"), { photos: await photosOf(shop, 3) });
  await open(page, pathOf(car));
  await loaded(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Full screen" }).click();
  await expectAccessible(page);
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test(
    "photos follow the finger and open in full screen",
    { tag: "@deep" },
    async ({ page, shop }) => {
      const photos = await photosOf(shop, 8);
      const car = await shop.addCar(await shop.signUp("Seller"), { photos });
      await open(page, pathOf(car));
      await loaded(page);
      const gallery = page.getByRole("group", { name: `Photos of ${car.name}` });
      const strip = gallery.getByRole("list");
      const scrolled = () => strip.evaluate((list) => list.scrollLeft);
      // The thumbnails scroll on their own.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      const finger = await touch(page);
      const { y, height } = (await strip.boundingBox())!;
      const middle = y + height / 2;
      // From the step button, where a thumb often starts.
      await finger.start(360, middle);
      await finger.move(200, middle);
      const half = await scrolled();
      expect(half).toBeGreaterThan(100);
      expect(half).toBeLessThan(200);
      await finger.move(60, middle);
      expect(await scrolled()).toBeGreaterThan(half);
      await finger.end();
      await expect(gallery.getByText("Photo 2 / 8")).toBeVisible();
      await expect.poll(scrolled).toBe(390);

      await page.touchscreen.tap(360, middle);
      await expect(gallery.getByText("Photo 3 / 8")).toBeVisible();
      await page.touchscreen.tap(30, middle);
      await expect(gallery.getByText("Photo 2 / 8")).toBeVisible();
      await page.touchscreen.tap(195, middle);
      const full = page.getByRole("dialog", { name: `Photos of ${car.name}` });
      await expect(full.getByRole("img", { name: "Photo number 2" })).toBeInViewport();
      await finger.start(60, 422);
      await finger.move(330, 422);
      await finger.end();
      await expect(full.getByText("Photo 1 / 8")).toBeVisible();
      await full.getByRole("button", { name: "Close" }).tap();
      await expect(gallery.getByText("Photo 1 / 8")).toBeVisible();
    },
  );
});

/** One finger on the page, in small steps as a screen reports them. */
async function touch(page: Page) {
  const browser = await page.context().newCDPSession(page);
  const at = { x: 0, y: 0 };
  const send = (type: "touchStart" | "touchMove" | "touchEnd") =>
    browser.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ ...at }],
    });
  return {
    async start(x: number, y: number) {
      Object.assign(at, { x, y });
      await send("touchStart");
    },
    async move(x: number, y: number) {
      const fromX = at.x;
      const fromY = at.y;
      for (let step = 1; step <= 10; step += 1) {
        at.x = fromX + ((x - fromX) * step) / 10;
        at.y = fromY + ((y - fromY) * step) / 10;
        await send("touchMove");
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      }
    },
    end: () => send("touchEnd"),
  };
}
