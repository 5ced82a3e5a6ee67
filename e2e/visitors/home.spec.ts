import { expect, test } from "../shop-test.ts";
import { open } from "../steps/open-page.ts";

for (const { width, height, shown } of [
  { width: 390, height: 844, shown: 6 },
  { width: 1440, height: 900, shown: 9 },
])
  test(`shows ${shown} advertised cars, and the others on request, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, "/");
    const items = page.getByRole("region", { name: "Advertise Items" });
    const cars = items.getByRole("article");
    await expect(cars).toHaveCount(shown);
    await expect(items.getByText(new RegExp(`^1–${shown} of \\d+ cars$`))).toBeVisible();
    const next = items.getByRole("link", { name: "Next cars" });
    const names = await items
      .getByRole("article", { includeHidden: true })
      .getByRole("heading", { includeHidden: true })
      .getByRole("link", { includeHidden: true })
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    await next.click();
    await expect(page).toHaveURL(/cursor=/);
    const first = cars.first().getByRole("heading").getByRole("link");
    await expect(first).not.toHaveAttribute("href", names[0]!);
    const following = await first.getAttribute("href");
    // A phone's page has the next three cars, too, which it does not show.
    if (names.length > shown) expect(following).toBe(names[shown]);
    else expect(names).not.toContain(following);
  });

test("the home page is at most nine screens of a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/");
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight / innerHeight),
  ).toBeLessThanOrEqual(9);
});

test("the home page leads to searches and to selling from its first view", async ({ page }) => {
  await open(page, "/");
  const main = page.getByRole("main");
  await expect(main.getByText(/^[\d,]+ cars on sale now\.$/)).toBeInViewport();
  const ready = main.getByRole("navigation", { name: "Ready searches" }).getByRole("link");
  await expect(ready).toHaveCount(6);
  const paths = await ready.evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  for (const path of paths) {
    await open(page, path);
    // Each is understood as a filter.
    await expect(
      page.getByRole("list", { name: "Your search" }).getByRole("listitem"),
    ).not.toHaveCount(0);
  }
  await open(page, "/");
  const sell = main.getByRole("link", { name: "Sell your car" });
  await expect(sell).toBeInViewport();
  const cars = main.getByRole("link", { name: "See the cars" });
  expect((await sell.boundingBox())!.y).toBe((await cars.boundingBox())!.y);
});

test("below 1024 px, the hero's picture is above its text", async ({ page }) => {
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/");
    const film = (await page.locator("video").boundingBox())!;
    const heading = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
    expect(heading.y).toBeGreaterThanOrEqual(film.y + film.height);
  }
});
