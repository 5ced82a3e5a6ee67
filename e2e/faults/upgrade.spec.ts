import type { Page } from "@playwright/test";
import { addSession, loaded, open, openAs, ready, signIn } from "../steps/open-page.ts";
import { expect, test } from "../shop-test.ts";

/** Removes the scripts that the open page has not loaded, until it loads the new version of the shop. */
async function upgrade(page: Page): Promise<void> {
  await loaded(page);
  await page.evaluate(() => (document.documentElement.dataset.version = "old"));
  let isNewVersion = false;
  await page.route("**/*", async (route, request) => {
    isNewVersion ||= request.isNavigationRequest();
    if (request.url().includes("/assets/") && !isNewVersion) await route.fulfill({ status: 404 });
    else await route.fallback();
  });
}

async function expectNewVersion(page: Page): Promise<void> {
  await expect(page.locator("html:not([data-version])")).toBeAttached();
  await ready(page);
  await expect(page.getByText("Something went wrong!!!")).toHaveCount(0);
}

for (const path of ["/", "/dashboard/myorders"])
  test(`Log Out works on ${path} from before an upgrade`, async ({ page, shop }) => {
    await openAs(page, await shop.signUp("Buyer"), path);
    await upgrade(page);
    await page.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
    const login = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Login" });
    await expect(login).toBeVisible();
    await expect(page).toHaveURL("/");
    await page.unrouteAll();
    await open(page, "/");
    await expect(login).toBeVisible();
  });

for (const { from, end } of [
  { from: "/login", end: "/dashboard" },
  { from: "/login?from=/dashboard/myorders", end: "/dashboard/myorders" },
  { from: "/login?from=/assets/removed.js", end: "/dashboard" },
])
  test(`${from} from before an upgrade signs in and opens ${end}`, async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    await open(page, from);
    await upgrade(page);
    await signIn(page, buyer);
    await expectNewVersion(page);
    await expect(page).toHaveURL(end);
    await expect(page.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
  });

test("a link loads its page again after an upgrade, then says that there is a new version", async ({
  page,
  shop,
}) => {
  await addSession(page, await shop.signUp("Buyer"));
  await open(page, "/");
  await upgrade(page);
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Blog" }).click();
  await expectNewVersion(page);
  await expect(page).toHaveURL("/blog");

  await page.unrouteAll();
  await upgrade(page);
  await menu.getByRole("link", { name: "Dashboard" }).click();
  const failure = page.getByRole("main").getByRole("alert");
  await expect(failure).toContainText("There is a new version of the shop. Load it to go on.");
  await failure.getByRole("button", { name: "Load the new version" }).click();
  await expectNewVersion(page);
  await expect(page).toHaveURL("/dashboard");
});
