import type { Page } from "@playwright/test";
import { open, openAs, signIn } from "../steps/open-page.ts";
import { expectMessage, messages } from "../steps/locators.ts";
import { expect, test } from "../shop-test.ts";

function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("access-token"));
}

// ASVS 14.3.3
test("signing in shows a toast, stores the token and updates the header", async ({
  page,
  shop,
}) => {
  const buyer = await shop.signUp("Buyer");
  await open(page, "/login");
  await signIn(page, buyer);
  await expectMessage(page, "login Successful");
  await expect(page).toHaveURL("/dashboard");
  expect(await storedToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
});

test("repeated failed sign-ins show one toast with the server's message", async ({
  page,
  shop,
}) => {
  const buyer = await shop.signUp("Buyer");
  await open(page, "/login");
  // A pointer over the toasts keeps them, however slow the machine is. It is there before the first one.
  await messages(page).dispatchEvent("mouseover");
  await signIn(page, { ...buyer, password: "Wrong!2026" });
  await expectMessage(page, "Invalid email or password");
  await expect(page).toHaveURL("/login");
  expect(await storedToken(page)).toBeNull();

  // The same message renews the toast.
  const answer = page.waitForResponse(/\/sign-in\/email$/);
  await page.getByRole("main").getByRole("textbox", { name: "Password" }).press("Enter");
  await answer;
  // The button is disabled until the toast shows.
  await expect(
    page.getByRole("main").getByRole("button", { name: "Login", exact: true }),
  ).toBeEnabled();
  await expect(messages(page).getByText("Invalid email or password")).toHaveCount(1);

  // A new try hides the toast, which the pointer would keep.
  const password = page.getByRole("main").getByRole("textbox", { name: "Password" });
  await password.fill(buyer.password);
  await expect(messages(page).getByText("Invalid email or password")).toBeVisible();
  await password.press("Enter");
  await expectMessage(page, "login Successful");
  await expect(
    page.locator("[data-visible=true]").filter({ hasText: "Invalid email or password" }),
  ).toHaveCount(0);
});

// ASVS 6.2.6
test("requires an email and a password", async ({ page }) => {
  await open(page, "/login");
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText([
    "Email is required.",
    "Password is required.",
  ]);
});

// ASVS 7.4.1, 14.3.1
test("signing out clears the token, shows a toast and goes to the home page", async ({
  page,
  shop,
}) => {
  const buyer = await shop.signUp("Buyer");
  await openAs(page, buyer, "/dashboard/myorders");
  await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
  expect(await storedToken(page)).not.toBeNull();
  await page.getByRole("button", { name: "Log Out" }).click();
  await expectMessage(page, `${buyer.name} Logout Successfuly!`);
  await expect(page).toHaveURL("/");
  expect(await storedToken(page)).toBeNull();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await open(page, "/dashboard/myorders");
  await expect(page).toHaveURL(/\/login/);
});

test(
  "a failed sign-out shows nothing and keeps the user signed in",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    await openAs(page, buyer, "/dashboard/myorders");
    await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
    const logged = page.waitForEvent("console", {
      predicate: (message) => message.text().includes("Signing out failed"),
    });
    await page.route(/\/api\/auth\/sign-out/, (route) => route.abort());
    await page.getByRole("button", { name: "Log Out" }).click();
    await logged;
    await expect(page).toHaveURL("/dashboard/myorders");
    await expect(page.getByRole("button", { name: "Log Out" })).toBeEnabled();
    await expect(messages(page).getByRole("status")).toHaveCount(0);
    expect(await storedToken(page)).not.toBeNull();
  },
);

test("fetches a lost token again and renews an invalid one", async ({ page, shop }) => {
  await openAs(page, await shop.signUp("Buyer"), "/dashboard/myorders");
  await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
  const first = await storedToken(page);
  await page.evaluate(() => localStorage.removeItem("access-token"));
  await open(page, "/dashboard/myorders");
  await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
  const second = await storedToken(page);
  expect(second).not.toBe(first);
  await page.evaluate(() =>
    localStorage.setItem("access-token", `${localStorage.getItem("access-token")}x`),
  );
  await open(page, "/dashboard/myorders");
  await expect(page.getByText("You haven't booked a car yet")).toBeVisible();
});

for (const { clock, minutes } of [
  { clock: "58 minutes ahead", minutes: 58 },
  { clock: "3 days ahead", minutes: 3 * 24 * 60 },
  { clock: "5 hours behind", minutes: -5 * 60 },
]) {
  test(
    `fetches one token on a device whose clock is ${clock}`,
    { tag: "@deep" },
    async ({ page, shop }) => {
      let tokens = 0;
      page.on("request", (request) => {
        if (new URL(request.url()).pathname === "/api/jwt") tokens += 1;
      });
      await page.clock.install({ time: Date.now() + minutes * 60_000 });
      await openAs(page, await shop.signUp("Buyer"), "/dashboard/myorders");
      await expect(page.getByText("You haven't booked a car yet")).toBeVisible();
      for (const path of ["/dashboard", "/dashboard/account", "/login", "/dashboard/myorders"]) {
        await open(page, path);
        // Long enough for an unwanted renewal and its response.
        await page.clock.runFor(30_000);
        await page.evaluate(() => fetch("/api/health").then((answer) => answer.text()));
      }
      await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
      expect(tokens).toBe(1);
    },
  );
}
