import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { failRequests } from "../steps/fail-requests.ts";
import { addSession, loaded, open } from "../steps/open-page.ts";
import { cardOf, expectMessage } from "../steps/locators.ts";
import { uniqueWord, type Shop } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** A diesel and a petrol car of one seller, whose names share a word. */
async function addTwoCars(shop: Shop) {
  const word = uniqueWord();
  const seller = await shop.signUp("Seller");
  const diesel = await shop.addCar(seller, {
    name: `BMW ${word} Diesel`,
    fuel: "diesel",
    bodyType: "estate",
    resalePrice: 18_000,
    originalPrice: 24_000,
  });
  const petrol = await shop.addCar(seller, {
    name: `BMW ${word} Petrol`,
    fuel: "petrol",
    bodyType: "saloon",
    resalePrice: 42_000,
    originalPrice: 50_000,
  });
  return { word, diesel, petrol };
}

function searchField(page: Page) {
  return page.getByRole("main").getByRole("combobox", { name: "Make, model or any words" });
}

function results(page: Page) {
  return page.getByRole("region", { name: "Results" });
}

function filters(page: Page) {
  return page.getByRole("complementary", { name: "Filters" });
}

async function searchFromHeader(page: Page, words: string): Promise<void> {
  const banner = page.getByRole("banner");
  if (page.viewportSize()!.width < 1024)
    await banner.getByRole("button", { name: "Search" }).click();
  await banner.getByRole("combobox").fill(words);
  await page.keyboard.press("Enter");
}

/** Chooses Diesel, beside the results or in the sheet. */
async function chooseDiesel(page: Page): Promise<void> {
  if (page.viewportSize()!.width >= 1024) {
    await filters(page).getByRole("checkbox", { name: "Diesel 1 car" }).check();
    return;
  }
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await expect(sheet.getByRole("button", { name: "Show 2 cars" })).toBeVisible();
  await sheet.getByRole("checkbox", { name: "Diesel 1 car" }).check();
  await sheet.getByRole("button", { name: "Show 1 car" }).click();
  await expect(sheet).toBeHidden();
}

for (const size of [phone, desktop])
  test(
    `a buyer searches, filters, goes back and books at ${size.width} px`,
    { tag: size === phone ? [] : "@deep" },
    async ({ page, shop }) => {
      const { word, diesel, petrol } = await addTwoCars(shop);
      await addSession(page, await shop.signUp("Buyer"));
      await page.setViewportSize(size);
      await open(page, "/");
      await searchFromHeader(page, `bmw ${word}`);
      await expect(page).toHaveURL(`/search?q=bmw+${word}`);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveText(`2 used cars for “bmw ${word}”`);
      await expect(page.getByRole("link", { name: "Remove BMW" })).toBeVisible();

      await chooseDiesel(page);
      await expect(page).toHaveURL(`/search?q=bmw+${word}&fuel=diesel`);
      await expect(results(page).getByRole("article")).toHaveCount(1);
      await expect(cardOf(page, diesel.name)).toBeVisible();

      await page.goBack();
      await expect(results(page).getByRole("article")).toHaveCount(2);
      await expect(cardOf(page, petrol.name)).toBeVisible();
      await page.goForward();
      await expect(results(page).getByRole("article")).toHaveCount(1);
      await page.reload();
      await expect(heading).toHaveText(`1 used car for “bmw ${word}”`);
      await page.getByRole("link", { name: "Remove Diesel" }).click();
      await expect(results(page).getByRole("article")).toHaveCount(2);

      const card = cardOf(page, petrol.name);
      // All of the card leads to the car's page, for example its price.
      const price = (await card.getByText("$42,000").boundingBox())!;
      await page.mouse.click(price.x + 5, price.y + 5);
      await expect(page).toHaveURL(`/cars/bmw-${word}-petrol-${petrol.id}`);
      await expect(heading).toHaveText(petrol.name);
      await page.goBack();
      await expect(results(page).getByRole("article")).toHaveCount(2);
      await card.getByRole("button", { name: "Book Now" }).click();
      const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
      await dialog.getByRole("button", { name: /^Book for / }).click();
      await expectMessage(page, "Booking Successfully Submitted");
      await expect(card).toContainText("Reserved by you");
    },
  );

test("a brand's page has the same filters for its own cars", async ({ page, shop }) => {
  const { word, diesel } = await addTwoCars(shop);
  await open(page, `/products/1?q=${word}`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("2 used BMW cars");
  const price = filters(page).getByRole("group", { name: "Price" });
  await price.getByLabel("Price to").fill("$20k");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/products/1?q=${word}&priceMax=20000`);
  await expect(heading).toHaveText("1 used BMW car");
  await expect(cardOf(page, diesel.name)).toBeVisible();
  await expect(page.getByRole("link", { name: "Remove Up to $20,000" })).toBeVisible();
  await expect(filters(page).getByRole("checkbox", { name: "Petrol 0 cars" })).toBeDisabled();
});

test("cards that were rendered before are the same", async ({ page, shop }) => {
  const { word } = await addTwoCars(shop);
  const cardsFrom = async (from: string) => {
    const html = await (await page.request.get(`/products/1?q=${word}&from=${from}`)).text();
    return html.match(/<article.*?<\/article>/g);
  };
  const first = await cardsFrom("one");
  expect(first).toHaveLength(2);
  expect(await cardsFrom("two")).toEqual(first);
});

test("a header that was rendered before is that of its page", async ({ page, shop }) => {
  /** The header of a page as the server sends it, and which of its links it says are current. */
  const headerOf = async (path: string) => {
    const html = await (await page.request.get(path)).text();
    expect(html.match(/<footer.*?<\/footer>/g)).toHaveLength(1);
    const [header] = html.match(/<header.*?<\/header>/)!;
    const current = header.matchAll(/<a aria-current="page"[^>]* href="([^"]*)"/g);
    return { header, current: [...new Set(Array.from(current, ([, to]) => to))] };
  };
  for (const path of ["/products/1", "/", "/blog", "/login", "/signup", "/search", "/favorites"]) {
    const first = await headerOf(`${path}?from=one`);
    expect(await headerOf(`${path}?from=two`), path).toEqual(first);
    expect(first.current, path).toEqual(/products|search|favorites/.test(path) ? [] : [path]);
    // The page of results has its own field.
    expect(/lg:hidden"><form role="search"/.test(first.header), path).toBe(path === "/search");
    expect(first.header, path).toContain('href="/login"');
  }
  await addSession(page, await shop.signUp("Buyer"));
  for (const from of ["one", "two"]) {
    const { header, current } = await headerOf(`/blog?from=${from}`);
    expect(header).toContain('href="/dashboard"');
    expect(header).not.toContain('href="/login"');
    expect(current).toEqual(["/blog"]);
  }
});

test("a search without results says which filter to drop", async ({ page, shop }) => {
  const { word, petrol } = await addTwoCars(shop);
  await open(page, `/search?q=${word}&fuel=petrol&body=estate`);
  await expect(page.getByRole("heading", { name: "No cars match all of this" })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  const advice = results(page);
  await expect(advice.getByRole("link", { name: "Without Petrol 1 car" })).toBeVisible();
  await expectAccessible(page);
  await advice.getByRole("link", { name: "Without Station wagon 1 car" }).click();
  await expect(page).toHaveURL(`/search?q=${word}&fuel=petrol`);
  await expect(cardOf(page, petrol.name)).toBeVisible();
});

test("shows cars without the trim that none of them has, and says so", async ({ page, shop }) => {
  const { word, diesel } = await addTwoCars(shop);
  await open(page, `/search?q=${word}+m+sport`);
  await expect(page.getByText("None of these cars is described as “m sport”.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("2 used cars");
  await expect(cardOf(page, diesel.name)).toBeVisible();
  await expect(page.getByRole("link", { name: `Remove “${word}”` })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Remove/ })).toHaveCount(1);
  await expectAccessible(page);
});

test("words that ask for an order choose it until another one is chosen", async ({
  page,
  shop,
}) => {
  const { word } = await addTwoCars(shop);
  await open(page, `/search?q=cheap+${word}`);
  const sort = page.getByRole("combobox", { name: "Sort" });
  const chip = page.getByRole("link", { name: "Remove Lowest price first" });
  await expect(sort).toHaveValue("price-asc");
  await expect(chip).toBeVisible();
  await sort.selectOption("Best match");
  await expect(page).toHaveURL(`/search?q=cheap+${word}&sort=best`);
  await expect(chip).toBeHidden();
  await sort.selectOption("Lowest price first");
  await expect(sort).toHaveValue("price-asc");
});

for (const leave of ["its chip", "Back"])
  test(`a filter and the sort follow the URL after ${leave}`, async ({ page, shop }) => {
    const { word, diesel, petrol } = await addTwoCars(shop);
    await open(page, `/search?q=${word}`);
    const box = filters(page).getByRole("checkbox", { name: /^Diesel/ });
    const chip = page.getByRole("link", { name: "Remove Diesel" });
    await box.check();
    await expect(page).toHaveURL(`/search?q=${word}&fuel=diesel`);
    await expect(results(page).getByRole("article")).toHaveCount(1);
    if (leave === "Back") await page.goBack();
    else await chip.click();
    await expect(page).toHaveURL(`/search?q=${word}`);
    await expect(results(page).getByRole("article")).toHaveCount(2);
    await expect(chip).toBeHidden();
    await expect(box).not.toBeChecked();

    const sort = page.getByLabel("Sort");
    await sort.selectOption("price-desc");
    await expect(results(page).getByRole("article").first()).toContainText(petrol.name);
    await page.goBack();
    await expect(page).toHaveURL(`/search?q=${word}`);
    await expect(sort).toHaveValue("best");
    await sort.selectOption("newest");
    await expect(page).toHaveURL(`/search?q=${word}&sort=newest`);
    // The first order needs no parameter.
    await sort.selectOption("best");
    await expect(page).toHaveURL(`/search?q=${word}`);
    // What follows starts from what is shown.
    await filters(page)
      .getByRole("checkbox", { name: /^Station wagon/ })
      .check();
    await expect(page).toHaveURL(`/search?q=${word}&body=estate`);
    await expect(results(page).getByRole("article")).toContainText([diesel.name]);
  });

test("a bookmarked moment of listing stays chosen when another filter changes", async ({
  page,
  shop,
}) => {
  const { word, diesel } = await addTwoCars(shop);
  const moment = "2026-01-05T08:30:00.000Z";
  await open(page, `/search?q=${word}&newSince=${moment}`);
  const listed = filters(page).getByRole("group", { name: "Listed" });
  const chosen = listed.getByRole("radio", { name: "Since January 5, 2026" });
  await expect(chosen).toBeChecked();
  await expect(listed.getByRole("radio", { name: "Any time" })).not.toBeChecked();
  await filters(page)
    .getByRole("checkbox", { name: /^Diesel/ })
    .check();
  await expect(page).toHaveURL(/fuel=diesel/);
  expect(new URL(page.url()).searchParams.get("newSince")).toBe(moment);
  await expect(cardOf(page, diesel.name)).toBeVisible();
  await expect(chosen).toBeChecked();
  await listed.getByRole("radio", { name: "Any time" }).check();
  await expect(page).toHaveURL(`/search?q=${word}&fuel=diesel`);
  await expect(chosen).toBeHidden();
});

test(
  "a late answer does not replace that of a newer search",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const { word, petrol } = await addTwoCars(shop);
    await open(page, `/search?q=${word}`);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const isDieselOnly = (url: URL) => url.search.includes("fuel=diesel&facets");
    await page.route(isDieselOnly, async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    const choices = filters(page);
    await choices.getByRole("checkbox", { name: "Diesel 1 car" }).check();
    await expect(page).toHaveURL(/fuel=diesel/);
    // The previous results stay, and the choice shows at once.
    await expect(results(page)).toHaveAttribute("aria-busy", "true");
    await expect(results(page).getByRole("article")).toHaveCount(2);
    await expect(choices.getByRole("checkbox", { name: /^Diesel/ })).toBeChecked();
    await choices.getByRole("checkbox", { name: /^Diesel/ }).uncheck();
    await choices.getByRole("checkbox", { name: /^Petrol/ }).check();
    await expect(results(page).getByRole("article")).toHaveCount(1);
    release();
    await expect(cardOf(page, petrol.name)).toBeVisible();
    await expect(results(page)).toHaveAttribute("aria-busy", "false");
  },
);

test(
  "the filters can be changed in a sheet with the keyboard",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const { word } = await addTwoCars(shop);
    await page.setViewportSize(phone);
    await open(page, `/search?q=${word}`);
    const opener = page.getByRole("button", { name: "Filters" });
    await opener.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await expect(sheet).toBeVisible();
    await sheet.getByRole("checkbox", { name: "Diesel 1 car" }).press("Space");
    await expect(sheet.getByRole("button", { name: "Show 1 car" })).toBeVisible();
    await expectAccessible(page, [390]);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
    // Nothing was applied.
    await expect(page).toHaveURL(`/search?q=${word}`);
  },
);

test("the sheet clears its filters and keeps the words and the order", async ({ page, shop }) => {
  const { word, petrol } = await addTwoCars(shop);
  await page.setViewportSize(phone);
  await open(page, `/search?q=${word}&fuel=diesel&priceMax=20000&sort=price-desc`);
  await expect(results(page).getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: "Filters (2)" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await expect(sheet.getByRole("button", { name: "Show 1 car" })).toBeVisible();
  await sheet.getByRole("button", { name: "Clear filters" }).click();
  await expect(sheet.getByRole("checkbox", { name: /^Diesel/ })).not.toBeChecked();
  await sheet.getByRole("button", { name: "Show 2 cars" }).click();
  await expect(page).toHaveURL(`/search?q=${word}&sort=price-desc`);
  await expect(results(page).getByRole("article").first()).toContainText(petrol.name);
  await expect(page.getByRole("button", { name: "Filters", exact: true })).toBeVisible();
});

test("the sheet counts while a price is typed", { tag: "@deep" }, async ({ page, shop }) => {
  const { word } = await addTwoCars(shop);
  await page.setViewportSize(phone);
  await open(page, `/search?q=${word}`);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const isFirstCount = (url: URL) => /priceMax=20000&.*limit=1$/.test(url.search);
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const highest = sheet.getByLabel("Price to");
  await highest.pressSequentially("$1k");
  await expect(sheet.getByRole("button", { name: "Show 0 cars" })).toBeVisible();
  await expect(highest).toBeFocused();
  await expect(highest).toHaveValue("$1k");

  // The answer to an earlier text comes too late.
  const asked = page.waitForRequest((request) => isFirstCount(new URL(request.url())));
  await page.route(isFirstCount, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  await highest.fill("20k");
  await asked;
  await highest.fill("200k");
  await expect(sheet.getByRole("button", { name: "Show 2 cars" })).toBeVisible();
  release();
  await page.unroute(isFirstCount);
  await highest.fill("20,000");
  await expect(sheet.getByRole("button", { name: "Show 1 car" })).toBeVisible();
  await sheet.getByRole("button", { name: "Show 1 car" }).click();
  await expect(page).toHaveURL(`/search?q=${word}&priceMax=20000`);
  await expect(results(page).getByRole("article")).toHaveCount(1);
});

test("the ends of a range are put in order", async ({ page, shop }) => {
  const { word, petrol } = await addTwoCars(shop);
  await open(page, `/search?q=${word}&priceMax=20000`);
  const type = async (label: string, value: string) => {
    await filters(page).getByLabel(label).fill(value);
    await page.keyboard.press("Enter");
  };
  // The first form is the server's, until it has been used.
  await type("Price from", "50k");
  await expect(page).toHaveURL(`/search?q=${word}&priceMin=20000&priceMax=50000`);
  await expect(filters(page).getByLabel("Price to")).toHaveValue("$50,000");
  await expect(results(page).getByRole("article")).toContainText([petrol.name]);
  await type("Price to", "$10,000");
  await expect(page).toHaveURL(`/search?q=${word}&priceMin=10000&priceMax=20000`);
});

test("results are read again when the visitor comes back to the tab", async ({ page, shop }) => {
  const { word } = await addTwoCars(shop);
  await page.clock.install();
  await open(page, `/search?q=${word}`);
  await expect(results(page).getByRole("article")).toHaveCount(2);
  const late = await shop.addCar(await shop.signUp("Seller"), { name: `BMW ${word} Late` });
  // Not at once: an answer that was just read is kept.
  await page.clock.fastForward("00:05");
  // As browsers do when a tab is shown again.
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  await expect(cardOf(page, late.name)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`3 used cars for “${word}”`);
});

test("results that fail to load can be retried", { tag: "@deep" }, async ({ page, shop }) => {
  const { word } = await addTwoCars(shop);
  await open(page, `/search?q=${word}`);
  const recover = await failRequests(page, /\/api\/listings\?/);
  await filters(page)
    .getByRole("checkbox", { name: /^Diesel/ })
    .check();
  await expect(page.getByRole("alert")).toContainText("We could not load the cars");
  await recover();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(results(page).getByRole("article")).toHaveCount(1);
});

for (const who of ["visitor", "seller"] as const)
  test(
    `the header's search is in reach and works from 390 to 1440 px, for a ${who}`,
    {
      tag: who === "seller" ? "@deep" : [],
    },
    async ({ page, shop }) => {
      const { diesel, petrol, word } = await addTwoCars(shop);
      if (who === "seller") await addSession(page, await shop.signUp("Seller"));
      const header = page.getByRole("banner");
      const field = header.getByRole("combobox");
      const opener = header.getByRole("button", { name: "Search", exact: true });
      for (const width of [390, 640, 767, 768, 820, 1_023, 1_024, 1_280, 1_440]) {
        await page.setViewportSize({ width, height: 844 });
        await open(page, "/blog");
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await overlaps(header.locator("a, button, input"))).toEqual([]);
        await expect(width < 1_024 ? opener : field).toBeInViewport({ ratio: 1 });
        if (width < 1_024) await opener.click();
        else await field.click();
        await expect(field).toBeFocused();
        await expect(field).toBeInViewport({ ratio: 1 });
        await page.keyboard.type(word);
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL(`/search?q=${word}`);
        for (const car of [diesel, petrol]) await expect(cardOf(page, car.name)).toBeVisible();
      }
    },
  );

/** Pairs of visible controls that cover parts of each other, by their names. */
function overlaps(controls: Locator): Promise<string[]> {
  return controls.evaluateAll((elements) => {
    const boxes = elements
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        name: element.getAttribute("aria-label") ?? element.textContent,
        box: element.getBoundingClientRect(),
      }));
    return boxes.flatMap(({ name, box }, at) =>
      boxes
        .slice(at + 1)
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
        )
        .map((other) => `${name} and ${other.name}`),
    );
  });
}

test("/ focuses the search field", { tag: "@deep" }, async ({ page }) => {
  await open(page, "/blog");
  await page.keyboard.press("/");
  const field = page.getByRole("banner").getByRole("combobox");
  await expect(field).toBeFocused();
  await page.keyboard.type("a/4");
  await expect(field).toHaveValue("a/4");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=a%2F4");
  await page.keyboard.press("Tab");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await expect(searchField(page)).toBeFocused();
});

test(
  "Back from another page restores results and scroll position",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/search?fuel=diesel");
    await loaded(page);
    const card = results(page).getByRole("article").last();
    await card.scrollIntoViewIfNeeded();
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
    const before = await scrolled();
    expect(before).toBeGreaterThan(1_000);
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Blog" })
      .dispatchEvent("click");
    await expect(page).toHaveURL("/blog");
    await page.goBack();
    await expect(card).toBeInViewport();
    await expect.poll(scrolled).toBe(before);
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("search, filters and sorting are forms", async ({ page, shop, baseURL }) => {
    const { word, diesel, petrol } = await addTwoCars(shop);
    await page.goto("/");
    await page.getByRole("main").getByRole("searchbox").fill(`${word} estate`);
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(`/search?q=${word}+estate`);
    await expect(results(page).getByRole("article")).toHaveCount(1);
    await expect(filters(page).getByRole("checkbox", { name: /^Station wagon/ })).toBeChecked();
    // What was understood becomes filters, which can be changed one by one.
    await filters(page)
      .getByRole("checkbox", { name: /^Sedan/ })
      .check();
    await filters(page).getByRole("button", { name: "Apply filters" }).click();
    await expect(page).toHaveURL(`/search?q=${word}&body=saloon&body=estate`);
    await expect(results(page).getByRole("article")).toHaveCount(2);
    await page.getByLabel("Sort").selectOption("price-desc");
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await expect(results(page).getByRole("article").first()).toContainText(petrol.name);
    await page.getByRole("link", { name: "Remove Sedan" }).click();
    await expect(results(page).getByRole("article")).toContainText([diesel.name]);

    await page.goto(`/search?q=${word}&newSince=2026-01-05&sort=price-desc`);
    await filters(page)
      .getByRole("checkbox", { name: /^Sedan/ })
      .check();
    await filters(page).getByRole("button", { name: "Apply filters" }).click();
    await expect(page).toHaveURL(
      `/search?q=${word}&body=saloon&newSince=2026-01-05&sort=price-desc`,
    );

    const canonical = page.locator('link[rel="canonical"]');
    await page.goto("/search?fuel=diesel&make=BMW&sort=price-asc&yearMin=");
    await expect(page).toHaveURL("/search?make=BMW&fuel=diesel&sort=price-asc");
    await expect(page).toHaveTitle("Used BMW cars: Diesel · Marque");
    await expect(canonical).toHaveAttribute("href", `${baseURL}/products/1?fuel=diesel`);
    // Numbers are read as people type them, and the browser names the field of others.
    const highest = filters(page).getByLabel("Price to");
    await highest.fill("cheap");
    await filters(page).getByRole("button", { name: "Apply filters" }).click();
    expect(
      await highest.evaluate((field: HTMLInputElement) => field.validity.patternMismatch),
    ).toBe(true);
    await expect(highest).toHaveAttribute("title", "Price to: a number");
    await highest.fill("$20k");
    await filters(page).getByRole("button", { name: "Apply filters" }).click();
    await expect(page).toHaveURL(/[?&]priceMax=20000(&|$)/);
    await expect(highest).toHaveValue("$20,000");
    await page.goto("/search");
    const more = page.getByRole("link", { name: "Next cars" });
    const next = await page.locator('link[rel="next"]').getAttribute("href");
    await expect(more).toHaveAttribute("href", next ?? "");
    await more.click();
    await expect(canonical).toHaveAttribute("href", page.url());

    // Other tests add cars meanwhile, which have no model year.
    const older = "/search?yearMax=2017";
    await page.goto(older);
    const names = () => results(page).getByRole("heading").allTextContents();
    const first = await names();
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(/1–24 of \d+ cars/);
    await more.click();
    await expect(page).toHaveURL(/cursor=/);
    // Above the cards and below them.
    await expect(page.getByRole("main").getByText(/^25–48 of \d+ cars$/)).toHaveCount(2);
    const second = page.url();
    const previous = page.getByRole("link", { name: "Previous cars" });
    await expect(previous).toHaveAttribute("href", older);
    await more.click();
    await expect(page.getByRole("link", { name: "First page" })).toHaveAttribute("href", older);
    await expect(page.locator('link[rel="prev"]')).toHaveAttribute(
      "href",
      (await previous.getAttribute("href")) ?? "",
    );
    await previous.click();
    await expect(page).toHaveURL(second);
    await previous.click();
    await expect(page).toHaveURL(older);
    await expect.poll(names).toEqual(first);
  });
});
