import type { Page } from "@playwright/test";
import { expectAccessible } from "./steps/axe.ts";
import { addSession, open, ready, signIn } from "./steps/open-page.ts";
import { expectMessage } from "./steps/locators.ts";
import { unique } from "./steps/shop.ts";
import { expect, test } from "./shop-test.ts";

const main = (page: Page) => page.getByRole("main");
const continueWithGoogle = (page: Page) =>
  main(page).getByRole("button", { name: "Continue with Google" });
const newEmail = () => `visitor-${unique()}@people.example`;

/** Goes on to the provider, and is somebody there. */
async function chooseAnother(page: Page, email: string, { vouched = true } = {}) {
  await expect(page.getByRole("heading", { level: 1, name: "Choose a person" })).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Name" }).fill("Vera Visitor");
  if (!vouched) await page.getByRole("checkbox", { name: /Do not vouch/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("somebody new signs in with Google, becomes a buyer, and lands in the dialog they came from", async ({
  page,
  shop,
}) => {
  const car = await shop.addCar(await shop.signUp("Seller"));
  const email = newEmail();
  await open(page, `/products/1?book=${car.id}`);
  await expect(page).toHaveURL(/\/login\?from=/);
  await continueWithGoogle(page).click();
  await chooseAnother(page, email);

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

test("one of the people on the provider's page is chosen by keyboard, from the sign-up page", async ({
  page,
}) => {
  await open(page, "/signup");
  await continueWithGoogle(page).focus();
  await page.keyboard.press("Enter");
  const person = page.getByRole("button", { name: /Ines Duarte/ });
  await person.focus();
  await page.keyboard.press("Enter");
  await expectMessage(page, "login Successful");
  await expect(page).toHaveURL("/dashboard");
  await expect(main(page)).toContainText("Ines Duarte");
});

test("an account with a password is connected by that password, and keeps its role", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  await open(page, "/login");
  await continueWithGoogle(page).click();
  await chooseAnother(page, seller.email);

  await expect(page.getByRole("heading", { level: 1, name: "Connect Google" })).toBeVisible();
  await expect(main(page)).toContainText(`An account with ${seller.email} exists already.`);
  await ready(page);
  await expect(main(page).getByLabel("Email")).toHaveValue(seller.email);
  await expectAccessible(page);
  await signIn(page, { ...seller, password: "Wrong!2026" });
  await expectMessage(page, "Invalid email or password");
  await signIn(page, seller);
  await expectMessage(page, "Google is connected with your account");
  await expect(page).toHaveURL("/dashboard");

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await open(page, "/login?from=/dashboard/myproduct");
  await continueWithGoogle(page).click();
  await chooseAnother(page, seller.email);
  await expect(page).toHaveURL("/dashboard/myproduct");
});

test("who says no at the provider is told so on the sign-in page, and can try again", async ({
  page,
}) => {
  await open(page, "/login?from=/blog");
  await continueWithGoogle(page).click();
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await expect(page).toHaveURL("/login?google=declined&from=%2Fblog");
  await ready(page);
  const words = "Signing in with Google was cancelled. Nothing has changed.";
  await expectMessage(page, words);
  await expect(main(page)).toContainText(words);
  await expectAccessible(page);
  await continueWithGoogle(page).click();
  await chooseAnother(page, newEmail());
  await expect(page).toHaveURL("/blog");
});

test("an email that the provider does not vouch for opens nothing", async ({ page }) => {
  await open(page, "/login");
  await continueWithGoogle(page).click();
  await chooseAnother(page, newEmail(), { vouched: false });
  await expect(main(page)).toContainText("Google does not vouch for that email address.");
  await expect(main(page).getByRole("button", { name: "Login", exact: true })).toBeVisible();
});

test("the provider's page is accessible, says what is no email, and has no script", async ({
  page,
}) => {
  await open(page, "/login");
  await continueWithGoogle(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Choose a person" })).toBeVisible();
  expect(await page.locator("script").count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Email" }).fill("nobody");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText("This is not an email address.");
  await expectAccessible(page);
  const response = await page.goto("/openid-provider/interaction/none");
  expect(response?.status()).toBe(400);
  await expectAccessible(page);
});

test("an account is connected and disconnected on its own page", async ({ page, shop }) => {
  const buyer = await shop.signUp("Buyer");
  await addSession(page, buyer);
  await open(page, "/dashboard/account");
  const section = page.getByRole("region", { name: "Sign-in with Google" });
  await section.getByRole("button", { name: "Connect Google" }).click();
  await chooseAnother(page, newEmail());
  await expectMessage(
    page,
    "That Google account has another email address than your account. Please choose the one with the same address.",
  );

  await section.getByRole("button", { name: "Connect Google" }).click();
  await chooseAnother(page, buyer.email);
  await expectMessage(page, "Google is connected with your account");
  await expect(page).toHaveURL("/dashboard/account");
  await expect(section).toContainText("Connected");
  await expectAccessible(page);

  await section.getByRole("button", { name: "Disconnect Google" }).click();
  const question = page.getByRole("alertdialog", { name: "Disconnect Google?" });
  await question.getByRole("button", { name: "Disconnect" }).click();
  await expectMessage(page, "Google is disconnected from your account");
  await expect(section.getByRole("button", { name: "Connect Google" })).toBeVisible();
});

test("whoever has only Google is told how to get a password first", async ({ page }) => {
  await open(page, "/login?from=/dashboard/account");
  await continueWithGoogle(page).click();
  await chooseAnother(page, newEmail());
  await expect(page).toHaveURL("/dashboard/account");
  const section = page.getByRole("region", { name: "Sign-in with Google" });
  await expect(section).toContainText("It is your only way to sign in.");
  await expect(section.getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
});
