import { expect, test } from "../shop-test.ts";
import { open } from "../steps/open-page.ts";

for (const [width, lowest] of [
  [390, 380],
  [1440, 280],
] as const)
  test(`the first car is in the first view, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const path of [
      "/products/1",
      "/products/2",
      "/search",
      "/search?q=diesel",
      "/search?make=BMW&make=Audi&fuel=diesel&priceMin=5000",
    ]) {
      await open(page, path);
      const { y } = (await page.getByRole("article").first().boundingBox())!;
      expect(y, path).toBeLessThanOrEqual(lowest);
    }
  });

test("search, filters and order are level with each other on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/products/1");
  const results = page.getByRole("main");
  const tops = [];
  for (const part of [
    results.getByRole("button", { name: "Filters" }),
    results.getByRole("button", { name: "Save search" }),
    results.getByLabel("Sort"),
  ])
    tops.push((await part.boundingBox())!.y);
  expect(new Set(tops).size).toBe(1);
  const field = (await results
    .getByRole("searchbox")
    .or(results.getByRole("combobox", { name: "Make" }))
    .boundingBox())!;
  const button = (await results
    .getByRole("button", { name: "Search", exact: true })
    .boundingBox())!;
  expect(button.x + button.width).toBeLessThan(field.x + field.width);
});

test("a message is below the header", async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await open(page, "/login");
    await page.getByLabel("Email").fill("nobody@marque.example");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    const message = page.getByRole("region", { name: "Messages" }).getByRole("status").first();
    await expect(message).toBeVisible();
    const header = (await page.getByRole("banner").boundingBox())!;
    expect((await message.boundingBox())!.y).toBeGreaterThanOrEqual(header.y + header.height);
  }
});
