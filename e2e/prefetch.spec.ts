import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./shop-test.ts";
import { open } from "./steps/open-page.ts";

type RouterWindow = typeof globalThis & { __reactRouterRouteModules?: object };

const dataRequest = /\.data(\?|$)|\/api\/listings\?/;

/** The requests for data that the page sends from now on. */
function watchData(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (dataRequest.test(request.url())) urls.push(request.url());
  });
  return urls;
}

/** The requests for data that were answered in full from now on. */
function watchAnswers(page: Page): string[] {
  const urls: string[] = [];
  page.on("requestfinished", (request) => {
    if (dataRequest.test(request.url())) urls.push(request.url());
  });
  return urls;
}

/** Keeps answers to requests for data away from the page until the returned function is called. */
async function holdData(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(dataRequest, async (route) => {
    await isReleased;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await page.unroute(dataRequest);
  };
}

/** Turns to a link and waits until its page's data is here. */
async function prefetch(page: Page, turn: () => Promise<void>): Promise<void> {
  // Scrolling to a link can end after the pointer is on it, which then counts as resting where the page went by.
  await expect(async () => {
    await page.mouse.move(0, 0);
    const [answer] = await Promise.all([
      page.waitForResponse(dataRequest, { timeout: 5_000 }),
      turn(),
    ]);
    await answer.finished();
  }).toPass();
  await waitForDecoding(page);
}

/** Marks the document once a progress bar is shown. */
async function noteBars(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isBar = (node: Node) => node instanceof Element && node.matches("[role=progressbar]");
    new MutationObserver((changes) => {
      if (changes.some(({ addedNodes }) => [...addedNodes].some(isBar)))
        document.documentElement.dataset.hadBar = "";
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** Clicks a link, and waits until its data has been asked for. */
async function press(page: Page, link: Locator): Promise<void> {
  await Promise.all([page.waitForRequest(dataRequest), link.click({ noWaitAfter: true })]);
}

/** An answer that is here is decoded before the next frame. */
async function waitForDecoding(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Whether a request is the one for the data of the page that a link leads to. */
async function dataOf(link: Locator): Promise<(url: string) => boolean> {
  const href = (await link.getAttribute("href")) ?? "";
  const path = href === "/" ? "/_" : href.split("?")[0];
  return (url) => new URL(url).pathname.startsWith(path!) && dataRequest.test(url);
}

const heading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });
const carLink = (page: Page) => page.getByRole("article").getByRole("heading").getByRole("link");

test("resting on a link loads its page, and a click then asks for nothing more", async ({
  page,
}) => {
  // An answer is used as it is for a few seconds, however slow this machine is.
  await page.clock.setFixedTime(Date.now());
  await open(page, "/");
  const requested = watchData(page);
  const answered = watchAnswers(page);
  const brand = page.locator("#brands").getByRole("link").first();
  const steps: [Locator, RegExp][] = [
    [brand, /used .+ cars$/],
    [carLink(page).first(), /^(?!.*used)/],
    [page.getByRole("navigation", { name: "Brand" }).getByRole("link"), /used .+ cars$/],
    [page.getByRole("banner").getByRole("link", { name: /, home$/ }), /./],
  ];
  for (const [link, title] of steps) {
    const before = page.url();
    const isOfLink = await dataOf(link);
    // On a slow machine a list can be drawn again under the pointer, which then counts as having left.
    await expect(async () => {
      await page.mouse.move(0, 0);
      await link.hover();
      await expect.poll(() => answered.some(isOfLink), { timeout: 3_000 }).toBe(true);
    }).toPass();
    await waitForDecoding(page);
    requested.length = 0;
    answered.length = 0;
    await link.click();
    await expect(page).not.toHaveURL(before);
    await expect(heading(page)).toHaveText(title);
    await expect(page.getByRole("article").first()).toBeVisible();
    expect(requested.filter(isOfLink)).toEqual([]);
    // The cars below the first screen follow.
    if (link === brand) await expect(page.getByRole("article")).toHaveCount(24);
  }
  // Styles that load again restyle the whole page.
  await expect(page.locator("link[rel=stylesheet]")).toHaveCount(1);
});

test("a page whose code and data are here opens without a progress bar", async ({ page }) => {
  await open(page, "/");
  const brand = page.locator("#brands").getByRole("link").first();
  await prefetch(page, () => brand.hover());
  const modules = () =>
    page.evaluate(() => Object.keys((globalThis as RouterWindow).__reactRouterRouteModules ?? {}));
  await expect.poll(modules).toContain("pages/category");
  await noteBars(page);
  await brand.click();
  await expect(heading(page)).toHaveText(/used .+ cars$/);
  await expect(page.locator("html")).not.toHaveAttribute("data-had-bar");
});

test("a press loads the link's page at once, even as the first thing a visitor does", async ({
  page,
}) => {
  await open(page, "/");
  const brand = page.locator("#brands").getByRole("link").first();
  // No time passes on a link.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  // In the order of a mouse that is not quite still.
  const press = brand.evaluate((link: HTMLElement) => {
    link.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse" }));
    link.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "mouse" }));
    link.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse" }));
    link.focus({ preventScroll: true });
  });
  const [answer] = await Promise.all([page.waitForResponse(dataRequest), press]);
  const isOfBrand = await dataOf(brand);
  expect(isOfBrand(answer.url())).toBe(true);
});

test("a click waits a moment for data that is on its way", async ({ page }) => {
  await open(page, "/");
  const brands = page.locator("#brands").getByRole("link");
  const [first, second] = [brands.first(), brands.nth(1)];
  const paths = await brands.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const bar = page.getByRole("progressbar");
  // Loads what follows the links.
  await prefetch(page, () => first.hover());
  await noteBars(page);
  // Waits end only when this test says so.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);

  let release = await holdData(page);
  await press(page, second);
  await release();
  await expect(page).toHaveURL(paths[1]!);
  await expect(heading(page)).toHaveText(/used .+ cars$/);
  await expect(page.locator("html")).not.toHaveAttribute("data-had-bar");

  // The newest of two clicks counts.
  await page
    .getByRole("banner")
    .getByRole("link", { name: /, home$/ })
    .click();
  await expect(page).toHaveURL("/");
  await page.clock.runFor(60_000);
  release = await holdData(page);
  await press(page, second);
  await press(page, first);
  await release();
  await expect(page).toHaveURL(paths[0]!);
  await page.goBack();
  await expect(page).toHaveURL("/");

  // A page that takes longer is on its way with a progress bar.
  await page.clock.runFor(60_000);
  release = await holdData(page);
  await press(page, first);
  await expect(bar).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(bar).toBeVisible();
  await release();
  await expect(page).toHaveURL(paths[0]!);
});

test(
  "focus and touch load a link's page, also the next results and those of a search",
  { tag: "@deep" },
  async ({ page }) => {
    await page.clock.setFixedTime(Date.now());
    await open(page, "/search");
    const requested = watchData(page);
    const car = carLink(page).first();
    await prefetch(page, () => car.focus());
    expect(requested).toEqual([expect.stringContaining("/cars/")]);
    const other = carLink(page).nth(1);
    await prefetch(page, () => other.dispatchEvent("touchstart"));
    expect(requested).toHaveLength(2);
    requested.length = 0;

    const more = page.getByRole("link", { name: "Next cars" });
    await prefetch(page, () => more.hover());
    expect(requested).toEqual([expect.stringContaining("cursor=")]);
    await more.click();
    await expect(page).toHaveURL(/cursor=/);
    await expect(page.getByRole("link", { name: "Previous cars" })).toBeVisible();
    expect(requested).toHaveLength(1);

    await open(page, "/");
    const search = page.getByRole("main").getByRole("search");
    await search.getByRole("searchbox").or(search.getByRole("combobox")).fill("audi");
    requested.length = 0;
    const button = search.getByRole("button", { name: "Search" });
    await button.hover();
    await expect
      .poll(() => requested.filter((url) => url.includes("/search.data?q=audi")))
      .toHaveLength(1);
    await button.click();
    await expect(heading(page)).toContainText("for “audi”");
    expect(requested.filter((url) => url.includes("q=audi"))).toHaveLength(1);
  },
);

test(
  "leaving a link stops its request, and nothing is prefetched for visitors who save data",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/products/1");
    await prefetch(page, () => carLink(page).nth(1).hover());
    const release = await holdData(page);
    const stopped = page.waitForEvent("requestfailed", (request) =>
      dataRequest.test(request.url()),
    );
    const started = page.waitForRequest(dataRequest);
    await carLink(page).first().hover();
    await started;
    await page.getByRole("heading", { level: 1 }).hover();
    expect((await stopped).url()).toContain("/cars/");
    await release();

    await page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    await open(page, "/products/1");
    const requested = watchData(page);
    await carLink(page).first().dispatchEvent("touchstart");
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(requested).toEqual([]);
    await carLink(page).first().click();
    await expect(page).toHaveURL(/\/cars\//);
    await expect(heading(page)).not.toContainText("used");
  },
);

test("a prefetch that fails does no harm", { tag: "@deep" }, async ({ page }) => {
  await open(page, "/products/1");
  await prefetch(page, () =>
    page
      .getByRole("banner")
      .getByRole("link", { name: /, home$/ })
      .hover(),
  );
  const files = /\.data\?|\/assets\/.*\.js$/;
  await page.route(files, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => /\.data\?/.test(request.url()));
  const link = carLink(page).first();
  const name = await link.innerText();
  await link.hover();
  await failed;
  await page.unroute(files);
  await link.click();
  await expect(heading(page)).toHaveText(name);

  // Offline, the page says so as it does without a prefetch.
  const brand = page.getByRole("navigation", { name: "Brand" }).getByRole("link");
  await page.context().setOffline(true);
  await brand.hover();
  await brand.click();
  await expect(page).toHaveURL(/\/products\//);
  const failure = page.getByRole("main").getByRole("alert");
  await expect(failure).toContainText("We could not load the cars");
  // What was on the screen before is still here.
  await page.goBack();
  await expect(heading(page)).toHaveText(name);
  await page.context().setOffline(false);
});

test("Back shows a page as it was at once, and then what has changed", async ({ page, shop }) => {
  const car = await shop.addCar(await shop.signUp("Seller"));
  await open(page, `/search?q=${car.name.split(" ")[1]}`);
  await carLink(page).click();
  await expect(heading(page)).toHaveText(car.name);
  const bookNow = page.getByRole("main").locator(`[data-opens="book:${car.id}"]`);
  await expect(bookNow).toBeVisible();
  await page.getByRole("navigation", { name: "Brand" }).getByRole("link").click();
  await expect(heading(page)).toContainText("used BMW");
  await shop.book(await shop.signUp("Buyer"), car);
  for (const url of [/\/cars\//, /\/search\?/]) {
    const release = await holdData(page);
    await page.goBack();
    await expect(page).toHaveURL(url);
    await expect(page.getByText(car.name).first()).toBeVisible();
    if (url.test("/cars/")) await expect(bookNow).toBeVisible();
    await release();
    await expect(bookNow).toHaveCount(0);
    await expect(
      page.getByRole("main").getByRole("button", { name: "Reserved" }).first(),
    ).toBeVisible();
  }
});

test("a change or a sign-out drops what was prefetched", { tag: "@deep" }, async ({ page }) => {
  await page.clock.setFixedTime(Date.now());
  await open(page, "/products/1");
  const requested = watchData(page);
  const link = carLink(page).first();
  const href = (await link.getAttribute("href")) ?? "";
  const askedForCar = () => requested.filter((url) => url.includes(`${href}.data`));
  await prefetch(page, () => link.hover());
  expect(askedForCar()).toHaveLength(1);
  // As in another tab.
  await page.evaluate(() =>
    dispatchEvent(new StorageEvent("storage", { key: "access-token", newValue: "other" })),
  );
  await link.click();
  await expect(page).toHaveURL(href);
  await expect.poll(askedForCar).toHaveLength(2);
});
