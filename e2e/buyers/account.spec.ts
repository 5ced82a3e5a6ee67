import type { Browser, Page } from "@playwright/test";
import { appCode } from "#testing/identity/authenticator-app.ts";
import { expectAccessible } from "../steps/axe.ts";
import { open, openAs, signIn } from "../steps/open-page.ts";
import { expectMessage } from "../steps/locators.ts";
import { goodPassword } from "../steps/shop.ts";
import { portrait } from "../steps/sign-up.ts";
import { expect, test } from "../shop-test.ts";

const account = "/dashboard/account";
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Your account" });

/** Browsers create no passkeys for an IP address. */
const atName = (baseURL: string | undefined) => (path: string) =>
  `${baseURL?.replace("127.0.0.1", "localhost")}${path}`;

/** Adds a virtual authenticator that verifies its user. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function newDevice(browser: Browser) {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  return { context, page: await context.newPage() };
}

test(
  "shows a changed name in the header, on the welcome page and in the admin's list",
  { tag: "@deep" },
  async ({ page, browser, shop }) => {
    const buyer = await shop.signUp("Buyer");
    const photo = section(page, "Name and photo");
    await openAs(page, buyer, "/dashboard");
    await page.getByRole("main").getByRole("link", { name: "Your account" }).click();
    await expect(heading(page)).toBeVisible();
    await photo.getByLabel("Name").fill("");
    await photo.getByRole("button", { name: "Save name" }).click();
    await expect(photo.getByRole("alert")).toHaveText("Name is required.");
    const name = `Grace ${buyer.id.slice(0, 8)}`;
    await photo.getByLabel("Name").fill(name);
    await photo.getByRole("button", { name: "Save name" }).click();
    await expectMessage(page, "Your name was changed");
    await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { name: `Welcome, ${name}` })).toBeVisible();

    const admin = await newDevice(browser);
    await openAs(admin.page, await shop.admin(), `/dashboard/allbuyer?q=${buyer.email}`);
    await expect(admin.page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
    await admin.context.close();
  },
);

test("adds a photo, shows it in the header, and removes it", async ({ page, shop }) => {
  const buyer = await shop.signUp("Buyer");
  const photo = section(page, "Name and photo");
  const inHeader = page.getByRole("banner").getByRole("img", { name: buyer.name });
  await openAs(page, buyer, account);
  await photo.getByRole("button", { name: "Save photo" }).click();
  await expect(photo.getByRole("alert")).toHaveText("Please choose a photo.");
  await photo.getByLabel("Photo", { exact: true }).setInputFiles(await portrait());
  await photo.getByRole("button", { name: "Save photo" }).click();
  await expectMessage(page, "Your photo was changed");
  await expect(inHeader).toBeVisible();
  await expect(inHeader).not.toHaveJSProperty("naturalWidth", 0);
  await photo.getByRole("button", { name: "Remove photo" }).click();
  await expectMessage(page, "Your photo was removed");
  await expect(inHeader).toHaveCount(0);
});

test("changes the password with the current one and signs out other devices", async ({
  page,
  browser,
  shop,
}) => {
  const buyer = await shop.signUp("Buyer");
  const other = await newDevice(browser);
  await open(other.page, "/login");
  await signIn(other.page, buyer);
  await expect(other.page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();

  const form = section(page, "Password");
  const change = async (current: string, next: string) => {
    await form.getByLabel("Current password", { exact: true }).fill(current);
    await form.getByLabel("New password", { exact: true }).fill(next);
    await form.getByRole("button", { name: "Change password" }).click();
  };
  await openAs(page, buyer, account);
  await change("Not!mine1", "Garage!!22x");
  await expect(form.getByRole("alert")).toHaveText("That password is not correct.");
  await change(goodPassword, "garage!!22x");
  await expect(form.getByRole("alert")).toHaveText("Please Provide at least One Uppercase");
  await change(goodPassword, "Garage!!22x");
  await expectMessage(page, "Your password was changed");
  await expect(heading(page)).toBeVisible();

  await open(other.page, "/dashboard/myorders");
  await expect(other.page.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();
  await signIn(other.page, { email: buyer.email, password: "Garage!!22x" });
  await expect(other.page.getByRole("heading", { name: "My Orders" })).toBeVisible();
  await other.context.close();
});

test(
  "lists the sessions, ends one, and then all",
  { tag: "@deep" },
  async ({ page, browser, shop }) => {
    test.slow();
    const seller = await shop.signUp("Seller");
    const other = await newDevice(browser);
    await open(other.page, "/login");
    await signIn(other.page, seller);
    await expect(other.page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();

    await open(page, "/login");
    await signIn(page, seller);
    await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
    await open(page, account);
    const list = page.getByRole("list", { name: "Your sessions" });
    await expect(list.getByText("This device")).toHaveCount(1);
    await expect(list.getByText("Chrome on Linux")).toHaveCount(2);
    // The first session is the one of the API call that signed the account up.
    await list.getByRole("button", { name: "Sign out Chrome on Linux" }).click();
    await expectMessage(page, "Chrome on Linux was signed out");
    await open(other.page, "/dashboard/myproduct");
    await expect(other.page.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();

    await signIn(other.page, seller);
    await expect(other.page.getByRole("heading", { name: "My Products" })).toBeVisible();
    for (const name of ["Stock system", "Website"]) await shop.addApiKey(seller, name);
    await open(page, account);
    await expect(page.getByText("This also ends your 2 API keys.")).toBeVisible();
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(
      page.getByRole("alertdialog").getByText("This also ends your 2 API keys."),
    ).toBeVisible();
    await expectAccessible(page, [1440]);
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Sign out everywhere" })
      .click();
    await expectMessage(page, "You were signed out everywhere");
    await expect(page).toHaveURL("/");
    for (const device of [page, other.page]) {
      await open(device, account);
      await expect(device.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();
    }
    await other.context.close();
  },
);

test("turns two-factor authentication on, asks for a code at sign-in, and turns it off", async ({
  page,
  browser,
  shop,
}) => {
  test.slow();
  const buyer = await shop.signUp("Buyer");
  const codes = section(page, "Two-factor authentication");
  const dialog = page.getByRole("dialog");
  const answer = page.waitForResponse("**/two-factor/enable");
  await openAs(page, buyer, account);
  await codes.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByRole("textbox", { name: "Password" }).fill(buyer.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const { totpURI } = (await (await answer).json()) as { totpURI: string };
  await expect(dialog.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page);
  const code = dialog.getByLabel("Current code from the app");
  await code.fill("12345");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The code has six digits.");
  await code.fill(appCode(totpURI));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codeItems = dialog.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  await expect(codeItems).toHaveCount(10);
  await expectAccessible(page, [390]);
  const backupCode = (await codeItems.first().textContent()) ?? "";
  await dialog.getByRole("button", { name: "I saved my codes" }).click();
  await expect(codes.getByText("On", { exact: true })).toBeVisible();

  const other = await newDevice(browser);
  const form = other.page.getByRole("main");
  await open(other.page, "/login");
  await signIn(other.page, buyer);
  await expect(form.getByLabel("Code from your authenticator app")).toBeFocused();
  await expectAccessible(other.page);
  await form.getByLabel("Code from your authenticator app").fill("000000");
  await form.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(form.getByRole("alert")).toHaveText(/code/i);
  await form.getByLabel("Code from your authenticator app").fill(appCode(totpURI, 1));
  await form.getByRole("button", { name: "Continue", exact: true }).click();
  await expectMessage(other.page, "login Successful");
  await expect(other.page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  await other.context.clearCookies();
  await other.page.evaluate(() => window.localStorage.clear());
  await open(other.page, "/login");
  await signIn(other.page, buyer);
  await form.getByRole("button", { name: "Use a backup code" }).click();
  await form.getByLabel("Backup code").fill(backupCode);
  await form.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(other.page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  await other.context.close();

  await codes.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByRole("textbox", { name: "Password" }).fill(buyer.password);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expectMessage(page, "Two-factor authentication is off");
  await expect(codes.getByRole("button", { name: "Turn on" })).toBeVisible();
});

test(
  "adds a passkey, signs in with it, renames and removes it",
  { tag: "@deep" },
  async ({ page, shop, baseURL }) => {
    test.slow();
    const named = atName(baseURL);
    await addAuthenticator(page);
    const buyer = await shop.signUp("Buyer");
    await open(page, named("/login"));
    await signIn(page, buyer);
    await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
    await open(page, named(account));
    const passkeys = section(page, "Passkeys");
    await expect(passkeys.getByText("You don't have any passkeys yet.")).toBeVisible();
    await passkeys.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("My laptop");
    await expectAccessible(page, [390]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await expectMessage(page, "Added My laptop");
    await expect(passkeys.getByRole("listitem")).toContainText("My laptop");

    await page.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
    await expect(page).toHaveURL(named("/"));
    await open(page, named("/login"));
    const withPasskey = page.getByRole("button", { name: "Sign in with a passkey" });
    const or = (await page.getByText("or", { exact: true }).boundingBox())!;
    expect((await withPasskey.boundingBox())!.y).toBeGreaterThan(or.y);
    await withPasskey.click();
    await expectMessage(page, "login Successful");
    await expect(page.getByRole("heading", { name: `Welcome, ${buyer.name}` })).toBeVisible();

    await open(page, named(account));
    await passkeys.getByRole("button", { name: "Rename My laptop" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Old laptop");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await passkeys.getByRole("button", { name: "Remove Old laptop" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Remove Old laptop?");
    await expectAccessible(page, [1440]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expectMessage(page, "Removed Old laptop");
    await expect(passkeys.getByText("You don't have any passkeys yet.")).toBeVisible();
  },
);

test(
  "asks for the password again before an old session adds a passkey",
  { tag: "@deep" },
  async ({ page, shop, baseURL }) => {
    test.slow();
    await addAuthenticator(page);
    const buyer = await shop.signUp("Buyer");
    await open(page, atName(baseURL)("/login"));
    await signIn(page, buyer);
    await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
    await open(page, atName(baseURL)(account));
    // As if ten minutes had passed.
    let isConfirmed = false;
    await page.route("**/passkey/generate-register-options", (route) =>
      isConfirmed
        ? route.continue()
        : route.fulfill({
            status: 403,
            json: {
              error: {
                code: "reauthentication_required",
                message: "Please confirm that it is you first.",
              },
            },
          }),
    );
    await page.route("**/verify-password", async (route) => {
      const answer = await route.fetch();
      isConfirmed = answer.ok();
      await route.fulfill({ response: answer });
    });
    const dialog = page.getByRole("dialog");
    await section(page, "Passkeys").getByRole("button", { name: "Add a passkey" }).click();
    await dialog.getByLabel("Name").fill("My phone");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("heading", { name: "Confirm it's you" })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Password" }).fill("Not!mine1");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("That password is not correct.");
    await dialog.getByRole("textbox", { name: "Password" }).fill(buyer.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expectMessage(page, "Added My phone");
    await expect(section(page, "Passkeys").getByRole("listitem")).toContainText("My phone");
  },
);

test("the table of contents leads to each section", { tag: "@deep" }, async ({ page, shop }) => {
  await openAs(page, await shop.signUp("Seller"), account);
  const links = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  await expect(links.getByText("Phone and location")).toBeVisible();
  const titles = await links.allTextContents();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(titles);
  await links.getByText("Where you are signed in").click();
  await expect(section(page, "Where you are signed in")).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Sign out everywhere" })).toBeFocused();
  // It stays in view beside the sections, and marks the one that is read.
  await expect(links.getByText("Your data")).toBeInViewport();
  await expect(links.getByText("Where you are signed in")).toHaveAttribute("aria-current", "true");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => window.scrollTo(0, 0));
  const menu = page.getByRole("navigation", { name: "On this page" });
  expect((await menu.boundingBox())!.height).toBeLessThanOrEqual(64);
  await menu.getByText("On this page").click();
  await links.getByText("Passkeys").click();
  await expect(section(page, "Passkeys")).toBeInViewport();
  await expect(links).toHaveCount(0);
});

test(
  "at an IP address, says where passkeys work, and the sign-in page offers none",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    await open(page, "/login");
    await expect(page.getByRole("button", { name: "Login", exact: true })).toBeEnabled();
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
    await openAs(page, buyer, account);
    await expect(section(page, "Passkeys").getByRole("link", { name: /localhost/ })).toBeVisible();
  },
);
