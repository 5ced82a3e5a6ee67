import { addSession, clearSession, open, openAs, signIn } from "../steps/open-page.ts";
import { sharedAccounts } from "../steps/shared-accounts.ts";
import { dashboardPages, viewers } from "../steps/shop-pages.ts";
import { expect, test } from "../shop-test.ts";

for (const viewer of viewers) {
  // The pages that let the viewer in are checked in every-page.spec.ts.
  test(`dashboard pages refuse other roles: ${viewer}`, async ({ page, shop }) => {
    const accounts = await sharedAccounts(shop);
    if (viewer !== "visitor") await addSession(page, accounts[viewer]);
    for (const { path, viewers: allowed } of dashboardPages(accounts)) {
      if (allowed.includes(viewer)) continue;
      await open(page, path);
      await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
      const title = viewer === "visitor" ? "Login" : "You can't open that page";
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    }
  });
}

for (const role of ["buyer", "seller", "admin"] as const) {
  const tag = role === "buyer" ? [] : "@deep";
  test(`returns to the requested page after sign-in: ${role}`, { tag }, async ({ page, shop }) => {
    const accounts = await sharedAccounts(shop);
    for (const { path, heading, viewers: allowed } of dashboardPages(accounts)) {
      if (!allowed.includes(role)) continue;
      await clearSession(page);
      await open(page, `${path}?seen=1`);
      await expect(page).toHaveURL(/\/login/);
      await signIn(page, accounts[role]);
      await expect(page).toHaveURL(`${path}?seen=1`);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    }
  });
}

test("tells a user of another role whose page it is, and offers another account", async ({
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

test("the sign-in page says why it was opened", { tag: "@deep" }, async ({ page, shop }) => {
  const car = await shop.addCar(await shop.signUp("Seller"));
  const main = page.getByRole("main");
  for (const [button, reason] of [
    ["Book Now", "Sign in to book this car."],
    ["Report", "Sign in to report this car."],
  ] as const) {
    await open(page, `/cars/${car.id}`);
    await main.getByRole("button", { name: button }).first().click();
    await expect(main).toContainText(reason);
  }
  await open(page, "/search?q=bmw");
  await page.getByRole("button", { name: "Save search" }).click();
  await expect(main).toContainText("Sign in to save this search.");
  await open(page, "/dashboard/myorders");
  await expect(main).toContainText("Sign in to open this page.");
  await open(page, "/login");
  await expect(main).toContainText("Welcome back to Marque.");
});

test(
  "signing in with the wrong role for the requested page says so",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    await open(page, `/login?from=${encodeURIComponent("/dashboard/allusers")}`);
    await signIn(page, buyer);
    await expect(page.getByRole("heading", { name: "You can't open that page" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("It is for an admin.");
  },
);

test("a signed-in user skips the sign-in page", { tag: "@deep" }, async ({ page, shop }) => {
  await openAs(
    page,
    await shop.signUp("Buyer"),
    `/login?from=${encodeURIComponent("/dashboard/myorders")}`,
  );
  await expect(page).toHaveURL("/dashboard/myorders");
});

// ASVS 3.7.2
test("the return address never leaves the shop", { tag: "@deep" }, async ({ page, shop }) => {
  const buyer = await shop.signUp("Buyer");
  for (const origin of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
  ])
    await test.step(origin, async () => {
      await clearSession(page);
      await open(page, `/login?from=${encodeURIComponent(origin)}`);
      await signIn(page, buyer);
      await expect(page).toHaveURL("/dashboard");
    });
});

test(
  "shows a loading indicator while the role is checked",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await addSession(page, await shop.signUp("Buyer"));
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/users\/(admin|seller)\//, async (route) => {
      await released;
      await route.continue();
    });
    await open(page, "/dashboard");
    await expect(
      page.getByRole("status").filter({ hasText: "Checking your account" }),
    ).toBeVisible();
    release();
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  },
);
