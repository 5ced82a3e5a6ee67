import { open, openAs } from "../steps/open-page.ts";
import { sharedAccounts } from "../steps/shared-accounts.ts";
import { expect, test } from "../shop-test.ts";

const phone = { width: 390, height: 844 };

test("a visitor's header has Home, Blog, Login and Register, on desktop and on a phone", async ({
  page,
}) => {
  await open(page, "/");
  await expect(page.getByRole("banner").getByRole("link", { name: /home$/ })).toHaveAttribute(
    "href",
    "/",
  );
  const desktop = page.getByRole("navigation", { name: "Main" });
  await expect(desktop.getByRole("link")).toHaveText(["Home", "Blog", "Login", "Register"]);
  await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();

  await page.setViewportSize(phone);
  await expect(desktop).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("navigation", { name: "Menu" }).getByRole("link")).toHaveText([
    "Home",
    "Blog",
    "Login",
    "Register",
  ]);
});

// ASVS 7.4.4
test("a signed-in header has Dashboard, and Log Out on desktop but Sign Out on a phone", async ({
  page,
  shop,
}) => {
  const buyer = await shop.signUp("Buyer");
  await openAs(page, buyer, "/");
  const desktop = page.getByRole("navigation", { name: "Main" });
  await expect(desktop.getByRole("link")).toHaveText(["Home", "Blog", "Dashboard"]);
  await expect(desktop.getByRole("button")).toHaveText(["Log Out"]);

  await page.setViewportSize(phone);
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu.getByRole("link")).toHaveText(["Home", "Blog", "Dashboard"]);
  await expect(menu.getByRole("button")).toHaveText(["Sign Out"]);
  await menu.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText(
    `${buyer.name} Logout Successfuly!`,
  );
});

test(
  "the phone menu closes on Escape, an outside tap, tabbing past it and another page",
  { tag: "@deep" },
  async ({ page }) => {
    await page.setViewportSize(phone);
    await open(page, "/");
    const menu = page.getByRole("navigation", { name: "Menu" });
    const toggle = page.getByRole("button", { name: "Menu" });
    await toggle.press("Enter");
    await expect(menu).toBeVisible();
    // The focus is still on the button, outside the menu.
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await toggle.click();
    await menu.getByRole("link", { name: "Home" }).press("Escape");
    await expect(menu).toBeHidden();
    await expect(toggle).toBeFocused();

    await toggle.click();
    await page.mouse.click(195, 800);
    await expect(menu).toBeHidden();
    // The tap closed the menu and did nothing else.
    await expect(page).toHaveURL("/");

    await toggle.click();
    await menu.getByRole("link").last().press("Tab");
    await expect(menu).toBeHidden();

    await toggle.click();
    await menu.getByRole("link", { name: "Blog" }).click();
    await expect(page).toHaveURL("/blog");
    await expect(menu).toBeHidden();
  },
);

for (const { role, entries } of [
  { role: "buyer", entries: ["My Orders"] },
  { role: "seller", entries: ["Add Products", "My Products"] },
  { role: "admin", entries: ["All Buyer", "All Seller", "Make Admin", "Reported Items"] },
] as const) {
  test(`the drawer has exactly the specified entries, and each leads to its page: ${role}`, async ({
    page,
    shop,
  }) => {
    const accounts = await sharedAccounts(shop);
    await openAs(page, accounts[role], "/dashboard");
    const drawer = page.getByRole("navigation", { name: "Dashboard" });
    await expect(drawer).toHaveId("dashboard-drawer");
    await expect(drawer.getByRole("link")).toHaveText([...entries]);
    // Who is signed in stands above them.
    const account = (await drawer.getByText(/^(Buyer|Seller|Admin)$/).boundingBox())!;
    expect(account.y + account.height).toBeLessThan(
      (await drawer.getByRole("link").first().boundingBox())!.y,
    );
    for (const entry of entries) {
      const link = drawer.getByRole("link", { name: entry, exact: true });
      await link.click();
      await expect(link).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    }
  });
}

test("the header's icon toggles the drawer on a phone", async ({ page, shop }) => {
  const { seller } = await sharedAccounts(shop);
  await page.setViewportSize(phone);
  await openAs(page, seller, "/dashboard");
  const drawer = page.getByRole("navigation", { name: "Dashboard" });
  const icon = page.getByRole("button", { name: "Dashboard menu" });
  await expect(icon).toHaveAttribute("aria-controls", "dashboard-drawer");
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  await expect(drawer).toBeHidden();
  await icon.click();
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(icon).toBeFocused();
  await icon.click();
  await drawer.getByRole("link", { name: "My Products" }).click();
  await expect(page).toHaveURL("/dashboard/myproduct");
  await expect(drawer).toBeHidden();
});
