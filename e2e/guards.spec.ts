import { addSession, open, openAs, signIn } from "./steps/open-page.ts";
import { sharedAccounts } from "./steps/shared-accounts.ts";
import { dashboardPages, roles } from "./steps/shop-pages.ts";
import { expect, test } from "./shop-test.ts";

for (const who of roles) {
  test(`every dashboard page lets the right roles in: ${who}`, async ({ page, shop }) => {
    const people = await sharedAccounts(shop);
    if (who !== "visitor") await addSession(page, people[who]);
    for (const place of dashboardPages(people)) {
      await open(page, place.path);
      if (place.who.includes(who)) {
        await expect(page.getByRole("heading", { level: 1, name: place.heading })).toBeVisible();
        expect(new URL(page.url()).pathname).toBe(place.path);
      } else {
        await expect(page).toHaveURL(`/login?from=${encodeURIComponent(place.path)}`);
        const title = who === "visitor" ? "Login" : "That page is not yours";
        await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      }
    }
  });
}

for (const who of ["buyer", "seller", "admin"] as const) {
  test(`a visitor sent to sign in comes back to the page they wanted: ${who}`, async ({
    page,
    shop,
  }) => {
    const people = await sharedAccounts(shop);
    for (const place of dashboardPages(people).filter((candidate) => candidate.who.includes(who))) {
      await page.context().clearCookies();
      await open(page, "/blog");
      await page.evaluate(() => localStorage.clear());
      await open(page, `${place.path}?seen=1`);
      await expect(page).toHaveURL(/\/login/);
      await signIn(page, people[who]);
      await expect(page).toHaveURL(`${place.path}?seen=1`);
      await expect(page.getByRole("heading", { level: 1, name: place.heading })).toBeVisible();
    }
  });
}

test("somebody of another role is told so, and may go on with another account", async ({
  page,
  shop,
}) => {
  const [buyer, seller] = await Promise.all([shop.signUp("Buyer"), shop.signUp("Seller")]);
  await openAs(page, buyer, "/dashboard/myproduct");
  await expect(page.getByRole("main")).toContainText(
    `It is for a seller. You are signed in as ${buyer.name} (${buyer.email}), a buyer.`,
  );
  await expect(page.getByRole("link", { name: "Go to my dashboard" })).toHaveAttribute(
    "href",
    "/dashboard",
  );
  await page.getByRole("button", { name: "Use another account" }).click();
  await signIn(page, seller);
  await expect(page).toHaveURL("/dashboard/myproduct");
});

test("signing in at /login with the wrong role for the origin says so", async ({ page, shop }) => {
  const buyer = await shop.signUp("Buyer");
  await open(page, `/login?from=${encodeURIComponent("/dashboard/allusers")}`);
  await signIn(page, buyer);
  await expect(page.getByRole("heading", { name: "That page is not yours" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("It is for an admin.");
});

test("somebody who is signed in skips the sign-in page", async ({ page, shop }) => {
  await openAs(
    page,
    await shop.signUp("Buyer"),
    `/login?from=${encodeURIComponent("/dashboard/myorders")}`,
  );
  await expect(page).toHaveURL("/dashboard/myorders");
});

for (const origin of [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
]) {
  test(`the way back never leaves the shop: ${origin}`, async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    await open(page, `/login?from=${encodeURIComponent(origin)}`);
    await signIn(page, buyer);
    await expect(page).toHaveURL("/dashboard");
  });
}

test("a loading indicator shows while the role is checked", async ({ page, shop }) => {
  await addSession(page, await shop.signUp("Buyer"));
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/users\/(admin|seller)\//, async (route) => {
    await asked;
    await route.continue();
  });
  await open(page, "/dashboard");
  await expect(page.getByRole("status").filter({ hasText: "Checking your account" })).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
});
