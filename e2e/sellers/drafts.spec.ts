import type { Page } from "@playwright/test";
import { expect, test } from "../shop-test.ts";
import { newProduct, sendProduct, fillProduct } from "../steps/add-product.ts";
import { expectMessage } from "../steps/locators.ts";
import { clearSession, loaded, open, openAs, signIn } from "../steps/open-page.ts";

const question = (page: Page) =>
  page.getByRole("heading", { name: "Continue with the car you were adding?" });

/** The drafts that this browser keeps on the device. */
const keptDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft.")).length);

test("a car whose seller was signed out elsewhere is still there after signing in", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const product = newProduct();
  await openAs(page, seller, "/dashboard/addproduct");
  await fillProduct(page, product);
  await clearSession(page);
  await page.evaluate(() => localStorage.setItem("access-token", "over"));
  // The page may find out before the car is sent.
  await page.evaluate(() =>
    document.querySelector<HTMLElement>("main form [type=submit]")?.click(),
  );
  await expect(page).toHaveURL(/\/login\?from=/);
  await signIn(page, seller);
  await expect(question(page)).toBeVisible();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(product.name);
  await sendProduct(page);
  await expectMessage(page, "Product Add Successful");
  expect(await keptDrafts(page)).toBe(0);
});

test("a car is offered after a crash, can be deleted, and goes with its account", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const other = await shop.signUp("Seller");
  await openAs(page, seller, "/dashboard/addproduct");
  await fillProduct(page, newProduct());
  await expect.poll(() => keptDrafts(page)).toBe(1);
  // A tab that crashed is a new one.
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await open(next, "/dashboard/addproduct");
  await expect(question(next)).toBeVisible();
  await next.reload();
  await next.getByRole("button", { name: "Delete it and start over" }).click();
  await expect(next.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("");
  expect(await keptDrafts(next)).toBe(0);

  await next.getByRole("textbox", { name: "Name", exact: true }).fill("A BMW");
  await expect.poll(() => keptDrafts(next)).toBe(1);
  const shared = await next.context().newPage();
  await next.close({ runBeforeUnload: false });
  await shared.context().clearCookies();
  await open(shared, "/");
  await shared.evaluate(() => localStorage.removeItem("access-token"));
  expect(await keptDrafts(shared)).toBe(1);
  await open(shared, "/login");
  await signIn(shared, other);
  await expect(shared).toHaveURL(/\/dashboard/);
  await expect.poll(() => keptDrafts(shared)).toBe(0);
  await open(shared, "/dashboard/addproduct");
  await expect(shared.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("");
});

test("signs in where the browser's storage is full or blocked", async ({ page, shop }) => {
  const buyer = await shop.signUp("Buyer");
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied.", "SecurityError");
        },
      });
  });
  await open(page, "/login");
  await signIn(page, buyer);
  await expect(page).toHaveURL("/dashboard");
  await page.getByRole("link", { name: "My Orders" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "My Orders" })).toBeVisible();
});

test("says which cookies to allow if the browser keeps none", async ({ page, shop }) => {
  const buyer = await shop.signUp("Buyer");
  await page.route("**/api/auth/sign-in/email", async (route) => {
    const response = await route.fetch();
    const { "set-cookie": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
    await page.context().clearCookies();
  });
  await page.route("**/api/jwt**", async (route) => {
    await page.context().clearCookies();
    await route.fulfill({ response: await route.fetch({ headers: { cookie: "" } }) });
  });
  await open(page, "/login");
  await signIn(page, buyer);
  await expect(page.getByText(/did not keep the cookie.*Allow cookies for/).first()).toBeVisible();
});

test("after a click in the header, the new page is announced and has the focus", async ({
  page,
}) => {
  await open(page, "/blog");
  await loaded(page);
  await page.getByRole("banner").getByRole("link", { name: "Login", exact: true }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.locator("[aria-live=polite]", { hasText: /Login/ })).toHaveCount(1);
});
