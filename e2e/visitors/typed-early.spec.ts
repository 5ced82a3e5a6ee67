import type { Page } from "@playwright/test";
import { ready } from "../steps/open-page.ts";
import { expect, test } from "../shop-test.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** Opens a page whose scripts wait, and returns what lets them load. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return async () => {
    release();
    await ready(page);
  };
}

for (const path of ["/", "/search", "/products/1"])
  test(`a search that is typed before ${path} is interactive is kept and sent`, async ({
    page,
  }) => {
    const release = await openWithoutScripts(page, path);
    const field = page.getByRole("main").locator("[name=q]:not([type=hidden])").first();
    await field.pressSequentially("audi diesel");
    await field.press("ArrowLeft");
    await release();
    await expect(field).toHaveValue("audi diesel");
    await expect(field).toBeFocused();
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(10);
    await field.pressSequentially("X");
    await expect(field).toHaveValue("audi dieseXl");
    await field.fill("audi diesel");
    await field.press("Enter");
    await expect(page).toHaveURL(/q=audi\+diesel/);
  });

test("the header's search keeps what was typed before the page was interactive", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const release = await openWithoutScripts(page, "/blog");
  const field = page.getByRole("banner").locator("[name=q]");
  await field.pressSequentially("bmw");
  await release();
  await field.pressSequentially(" 320");
  await expect(field).toHaveValue("bmw 320");
});

test("sign-in keeps what was typed before it was interactive", async ({ page }) => {
  const release = await openWithoutScripts(page, "/login");
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill("early@example.com");
  const password = main.getByLabel("Password", { exact: true });
  await password.pressSequentially("typed early");
  await release();
  await expect(main.getByLabel("Email")).toHaveValue("early@example.com");
  await expect(password).toHaveValue("typed early");
  await expect(password).toBeFocused();
  const sent = page.waitForRequest(/\/sign-in\/email$/);
  await main.getByRole("button", { name: "Login", exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    email: "early@example.com",
    password: "typed early",
  });
});

test("sign-up keeps a seller a seller", async ({ page }) => {
  const release = await openWithoutScripts(page, "/signup");
  const main = page.getByRole("main");
  await main.getByLabel("Name").fill("Early Seller");
  await main.getByRole("radio", { name: /^Seller/ }).check();
  await release();
  await expect(main.getByLabel("Name")).toHaveValue("Early Seller");
  await expect(main.getByRole("radio", { name: /^Seller/ })).toBeChecked();
  await expect(main.getByRole("radio", { name: /^Buyer/ })).not.toBeChecked();
  await main.getByLabel("Name").fill("Still a seller");
  await expect(main.getByRole("radio", { name: /^Seller/ })).toBeChecked();
});

test("a sort order that is chosen before the search is interactive is applied", async ({
  page,
}) => {
  const release = await openWithoutScripts(page, "/search?q=bmw");
  const sort = page.getByLabel("Sort");
  await sort.selectOption("price-asc");
  await release();
  await expect(page).toHaveURL("/search?q=bmw&sort=price-asc");
  await expect(sort).toHaveValue("price-asc");
});

test("filters that are chosen before the search is interactive are applied", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const release = await openWithoutScripts(page, "/search");
  const filters = page.getByRole("complementary", { name: "Filters" });
  await filters.getByRole("checkbox", { name: /^Diesel/ }).check();
  await filters.locator("[name=priceMax]").fill("30000");
  await filters.locator("[name=priceMax]").blur();
  await release();
  await expect(page).toHaveURL(/fuel=diesel/);
  await expect(page).toHaveURL(/priceMax=30000/);
  await expect(filters.getByRole("checkbox", { name: /^Diesel/ })).toBeChecked();
  await expect(filters.locator("[name=priceMax]")).toHaveValue(/30,?000/);
});
