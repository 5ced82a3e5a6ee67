import { addSession, open, ready } from "../steps/open-page.ts";
import { paymentPath, placeOrder } from "../steps/pay.ts";
import { expect, test } from "../shop-test.ts";

test("a visitor opens the home page, a brand, the blog and a wrong URL", async ({ page }) => {
  await open(page, "/");
  const sections = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(sections).toHaveText([
    "Shop Your Brand",
    "Advertise Items",
    "How it works",
    "Ready To Sell Your Supercar?",
  ]);

  const tile = page.getByRole("link", { name: /^Audi, / });
  const count = Number(((await tile.getAttribute("aria-label")) ?? "").replace(/\D/g, ""));
  await tile.click();
  await expect(page).toHaveURL("/products/3");
  const heading = page.getByRole("heading", { level: 1, name: /^\d+ used Audi cars?$/ });
  await expect(heading).toBeVisible();
  // Other tests add cars at the same time, but none removes the demo's.
  expect(Number.parseInt((await heading.textContent()) ?? "", 10)).toBeGreaterThanOrEqual(
    count > 0 ? 20 : 0,
  );
  await expect(page.getByRole("article").first()).toBeVisible();

  await page.getByRole("link", { name: "Blog", exact: true }).click();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(4);
  const today = await page.evaluate(() => new Date().getFullYear().toString());
  await expect(
    page.getByRole("main").getByRole("article").first().getByRole("time").first(),
  ).toContainText(today);

  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await ready(page);
  await page.getByRole("link", { name: "Go Back" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Shop Your Brand" })).toBeVisible();
});

test("the home page video loops without sound and can be paused", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, "/");
  const video = page.locator("video");
  await expect(video).toHaveJSProperty("loop", true);
  await expect(video).toHaveJSProperty("muted", true);
  await expect(video).toHaveJSProperty("paused", false);
  await page.getByRole("button", { name: "Pause the video" }).click();
  await expect(page.getByRole("button", { name: "Play the video" })).toBeVisible();
  await expect(video).toHaveJSProperty("paused", true);
});

test("the home page video stops while it is scrolled away, and stays paused if it was", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, "/");
  const video = page.locator("video");
  const footer = page.getByRole("contentinfo");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(video).toHaveJSProperty("paused", false);
  await footer.scrollIntoViewIfNeeded();
  await expect(video).toHaveJSProperty("paused", true);
  await heading.scrollIntoViewIfNeeded();
  await expect(video).toHaveJSProperty("paused", false);

  await page.getByRole("button", { name: "Pause the video" }).click();
  await footer.scrollIntoViewIfNeeded();
  await expect(video).not.toBeInViewport();
  await heading.scrollIntoViewIfNeeded();
  await expect(video).toBeInViewport({ ratio: 0.5 });
  await expect(page.getByRole("button", { name: "Play the video" })).toBeVisible();
  await expect(video).toHaveJSProperty("paused", true);
});

test("on a phone the video only loads when it is played", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, "/");
  const video = page.locator("video");
  await expect(page.getByRole("button", { name: "Play the video" })).toBeVisible();
  await expect(video).toHaveJSProperty("currentSrc", "");
  await page.getByRole("button", { name: "Play the video" }).click();
  await expect(page.getByRole("button", { name: "Pause the video" })).toBeVisible();
  await expect(video).toHaveJSProperty("paused", false);
});

test(
  "the video does not load for visitors who prefer reduced motion",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/");
    await expect(page.locator("video")).toHaveJSProperty("currentSrc", "");
  },
);

test(
  "grids have one column on a phone, two on a tablet and three on desktop",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/");
    const columns = () =>
      page
        .getByRole("region", { name: "Advertise Items" })
        .getByRole("list")
        .first()
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(" ").length);
    for (const [width, expected] of [
      [390, 1],
      [820, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      expect(await columns()).toBe(expected);
    }
  },
);

test("a car's card shows every specified fact", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  await open(page, "/products/1");
  const card = page.getByRole("article").filter({ hasText: car.name });
  for (const fact of [car.name, "Good", seller.name, "Lisbon", "$31,000", "$24,500", "5"])
    await expect(card).toContainText(fact);
  await expect(card.locator("s")).toHaveText("$31,000");
  await expect(card.getByRole("img", { name: car.name })).toBeVisible();
  await expect(card.getByRole("time")).toHaveAttribute("title", /\d{4}/);
});

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(
    `shows a progress bar while a page loads slowly, motion: ${reducedMotion}`,
    { tag: "@deep" },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await open(page, "/");
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/assets\/blog-[^/]*\.js$/, async (route) => {
        await released;
        await route.continue();
      });
      const navigation = page.getByRole("navigation", { name: "Main" });
      await navigation.getByRole("link", { name: "Blog" }).click();
      const bar = page.getByRole("progressbar", { name: "Loading the page" });
      await expect(bar).toHaveCSS("opacity", "1");
      expect(await bar.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 2 });
      const stroke = bar.locator("span");
      await expect(stroke).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
      expect((await stroke.boundingBox())?.width).toBeGreaterThan(400);
      release();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\S/);
      await expect(bar).toHaveCount(0);
    },
  );
}

test(
  "forced colors show buttons, and which theme is chosen",
  { tag: "@deep" },
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page, "/products/1");
    const book = page.getByRole("button", { name: "Book Now" }).first();
    await expect(book).toHaveCSS("border-top-width", "1px");
    await expect(book).toHaveCSS("border-top-style", "solid");
    const line = (name: string) =>
      page
        .getByRole("group", { name: "Theme" })
        .getByRole("button", { name })
        .evaluate((button) => getComputedStyle(button).borderBottomColor);
    expect(await line("Light")).toBe(await line("Dark"));
    expect(await line("System")).not.toBe(await line("Dark"));
  },
);

test("no line of a heading ends within Mercedes-Benz, at 390 px", async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const order = await placeOrder(shop, { name: "Mercedes-Benz GLC Class", categoryId: 2 });
  await addSession(page, order.buyer);
  for (const path of ["/products/2", "/search?make=Mercedes-Benz", paymentPath(order)]) {
    await open(page, path);
    if (path.startsWith("/search")) {
      await page.getByRole("article").first().getByRole("link", { name: "Details" }).click();
      await expect(page).toHaveURL(/^[^?]*\/cars\//);
    }
    const heading = page.getByRole("heading", { level: 1, name: /Mercedes-Benz/ });
    await expect(heading).toBeVisible();
    const lines = await heading.evaluate((node) => {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const start = texts.currentNode.textContent!.indexOf("Mercedes-Benz");
        if (start < 0) continue;
        const make = document.createRange();
        make.setStart(texts.currentNode, start);
        make.setEnd(texts.currentNode, start + "Mercedes-Benz".length);
        return make.getClientRects().length;
      }
      return 0;
    });
    expect(lines).toBe(1);
  }
});

for (const { path, away } of [
  { path: "/", away: "the blog" },
  { path: "/", away: "the sign-in page, by Book Now" },
  { path: "/products/1", away: "the sign-in page, by Book Now" },
]) {
  const tag = path === "/" ? "@deep" : [];
  test(`Back from ${away} to ${path} restores the scroll position`, { tag }, async ({ page }) => {
    await open(page, path);
    // Other tests may have reserved some of these cars.
    const bookable = { has: page.getByRole("button", { name: "Book Now" }) };
    const card = page.getByRole("article").filter(bookable).last();
    await card.scrollIntoViewIfNeeded();
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
    // Where the page is when it is left: a click may scroll before.
    const left = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const listener = () => resolve(Math.round(window.scrollY));
          window.addEventListener("click", listener, { capture: true, once: true });
        }),
    );
    if (away === "the blog") {
      const navigation = page.getByRole("navigation", { name: "Main" });
      // For a real click, Playwright would scroll first.
      await navigation.getByRole("link", { name: "Blog" }).dispatchEvent("click");
      await expect(page).toHaveURL("/blog");
    } else {
      await card.getByRole("button", { name: "Book Now" }).click();
      await expect(page).toHaveURL(/\/login\?from=/);
      await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
    }
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(path);
    const before = await left;
    expect(before).toBeGreaterThan(1_000);
    await expect.poll(scrolled).toBe(before);
    await expect(card).toBeInViewport();
  });
}
