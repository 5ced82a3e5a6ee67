import type { Page } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { addSession, clearSession, open, ready, signIn } from "../steps/open-page.ts";
import { expectMessage } from "../steps/locators.ts";
import { unique } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const main = (page: Page) => page.getByRole("main");
const continueWithGoogle = (page: Page) =>
  main(page).getByRole("button", { name: "Continue with Google" });
const newEmail = () => `visitor-${unique()}@people.example`;

/** Signs in on the provider's page as an account with this email. */
async function useAnotherAccount(page: Page, email: string, { vouched = true } = {}) {
  await expect(page.getByRole("heading", { level: 1, name: "Choose an account" })).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Name" }).fill("Vera Visitor");
  if (!vouched) await page.getByRole("checkbox", { name: /Leave this email unverified/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a new visitor signs in with Google, becomes a buyer and returns to the booking dialog", async ({
  page,
  shop,
}) => {
  const car = await shop.addCar(await shop.signUp("Seller"));
  const email = newEmail();
  await open(page, `/products/1?book=${car.id}`);
  await expect(page).toHaveURL(/\/login\?from=/);
  await continueWithGoogle(page).click();
  await useAnotherAccount(page, email);

  await expectMessage(page, "login Successful");
  await expect(page).toHaveURL(`/products/1?book=${car.id}`);
  const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
  await expect(dialog.getByLabel("Email")).toHaveValue(email);
  const token = await page.evaluate(() => JSON.stringify(Object.values({ ...localStorage })));
  expect(token).toContain("eyJ");

  await open(page, "/dashboard");
  const drawer = page.locator("#dashboard-drawer");
  await expect(drawer.getByRole("link", { name: "My Orders" })).toBeVisible();
  await expect(drawer.getByRole("link", { name: "My Products" })).toHaveCount(0);
});

test(
  "chooses an account on the provider's page by keyboard, from the sign-up page",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/signup");
    await continueWithGoogle(page).focus();
    await page.keyboard.press("Enter");
    const account = page.getByRole("button", { name: /Ines Duarte/ });
    await account.focus();
    await page.keyboard.press("Enter");
    await expectMessage(page, "login Successful");
    await expect(page).toHaveURL("/dashboard");
    await expect(main(page)).toContainText("Ines Duarte");
  },
);

test(
  "connects an account with a password after asking for it, and keeps its role",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    await open(page, "/login");
    await continueWithGoogle(page).click();
    await useAnotherAccount(page, seller.email);

    await expect(page.getByRole("heading", { level: 1, name: "Connect Google" })).toBeVisible();
    await expect(main(page)).toContainText(`An account with ${seller.email} already exists.`);
    await ready(page);
    await expect(main(page).getByLabel("Email")).toHaveValue(seller.email);
    await expectAccessible(page);
    await signIn(page, { ...seller, password: "Wrong!2026" });
    await expectMessage(page, "Invalid email or password");
    await signIn(page, seller);
    await expectMessage(page, "Google is connected to your account");
    await expect(page).toHaveURL("/dashboard");

    await clearSession(page);
    await open(page, "/login?from=/dashboard/myproduct");
    await continueWithGoogle(page).click();
    await useAnotherAccount(page, seller.email);
    await expect(page).toHaveURL("/dashboard/myproduct");
  },
);

test("declining at the provider shows a message on the sign-in page and allows another attempt", async ({
  page,
}) => {
  await open(page, "/login?from=/blog");
  await continueWithGoogle(page).click();
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await expect(page).toHaveURL("/login?google=declined&from=%2Fblog");
  await ready(page);
  const text = "You canceled signing in with Google. Nothing has changed.";
  await expectMessage(page, text);
  await expect(main(page)).toContainText(text);
  await expectAccessible(page);
  await continueWithGoogle(page).click();
  await useAnotherAccount(page, newEmail());
  await expect(page).toHaveURL("/blog");
});

test("refuses an email that the provider has not verified", { tag: "@deep" }, async ({ page }) => {
  await open(page, "/login");
  await continueWithGoogle(page).click();
  await useAnotherAccount(page, newEmail(), { vouched: false });
  await expect(main(page)).toContainText("Google has not verified that email address.");
  await expect(main(page).getByRole("button", { name: "Login", exact: true })).toBeVisible();
});

test(
  "the provider's page is accessible, refuses an invalid email and has no script",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/login");
    await continueWithGoogle(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "Choose an account" })).toBeVisible();
    expect(await page.locator("script").count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Email" }).fill("not-an-email");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert")).toHaveText("This is not an email address.");
    await expectAccessible(page);
    const response = await page.goto("/openid-provider/interaction/none");
    expect(response?.status()).toBe(400);
    await expectAccessible(page);
  },
);

test(
  "connects and disconnects Google on the account page",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    await addSession(page, buyer);
    await open(page, "/dashboard/account");
    const section = page.getByRole("region", { name: "Sign-in with Google" });
    await section.getByRole("button", { name: "Connect Google" }).click();
    await useAnotherAccount(page, newEmail());
    await expectMessage(
      page,
      "That Google account uses a different email address. Please choose the Google account that matches your email here.",
    );

    await section.getByRole("button", { name: "Connect Google" }).click();
    await useAnotherAccount(page, buyer.email);
    await expectMessage(page, "Google is connected to your account");
    await expect(page).toHaveURL("/dashboard/account");
    await expect(section).toContainText("Connected");
    await expectAccessible(page);

    await section.getByRole("button", { name: "Disconnect Google" }).click();
    const question = page.getByRole("alertdialog", { name: "Disconnect Google?" });
    await question.getByRole("button", { name: "Disconnect" }).click();
    await expectMessage(page, "Google is disconnected from your account");
    await expect(section.getByRole("button", { name: "Connect Google" })).toBeVisible();
  },
);

test("an account with Google alone cannot disconnect it", { tag: "@deep" }, async ({ page }) => {
  await open(page, "/login?from=/dashboard/account");
  await continueWithGoogle(page).click();
  await useAnotherAccount(page, newEmail());
  await expect(page).toHaveURL("/dashboard/account");
  const section = page.getByRole("region", { name: "Sign-in with Google" });
  await expect(section).toContainText("This is your only way to sign in.");
  await expect(section.getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
});
