import type { Page } from "@playwright/test";
import { expectAccessible } from "./steps/axe.ts";
import { addSession, open, openAs, signIn } from "./steps/open-page.ts";
import { expectMessage } from "./steps/locators.ts";
import { linkInEmail, emailsTo } from "./steps/outbox.ts";
import { newUser } from "./steps/shop.ts";
import { fillSignUp, sendSignUp } from "./steps/sign-up.ts";
import { expect, test } from "./shop-test.ts";

const newPassword = "Garage!2027";
const over = "This link is used up or too old. Please ask for a new one.";

async function askForLink(page: Page, email: string): Promise<void> {
  // The sign-in page, which may still be shown, has a field of that name too.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByRole("main").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "has an account" })).toHaveText(
    new RegExp(`^If ${email} has an account, a link is on its way there\\. It works once`),
  );
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Set the new password" }).click();
}

test("a forgotten password is replaced by the link in the mail, which works once", async ({
  page,
  shop,
  browser,
}) => {
  test.slow();
  const buyer = await shop.signUp("Buyer");
  // Another device that is signed in.
  const elsewhere = await browser.newContext({ baseURL: shop.address });
  const otherPage = await elsewhere.newPage();
  await openAs(otherPage, buyer, "/dashboard");
  await expect(otherPage.getByRole("heading", { name: /^Welcome, / })).toBeVisible();

  await open(page, "/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await askForLink(page, buyer.email);
  const link = await linkInEmail(page, buyer.email, /^Set a new password/);

  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, link);
  for (const [weak, words] of [
    ["garage!2027", "Please Provide at least One Uppercase"],
    ["Garage!", "Please Provide at least One Number"],
    ["Garage2027", "Please Provide at least One Speacial Carecter"],
    ["Ga!1", "Please use at least 8 characters."],
  ] as const) {
    await setPassword(page, weak);
    await expect(page.getByRole("main").getByRole("alert").filter({ hasText: /./ })).toHaveText([
      words,
    ]);
  }
  await setPassword(page, newPassword);
  await expectMessage(page, "Your password is changed. Please sign in.");
  await expect(page).toHaveURL("/login");
  // What opens an account is in no address that anybody was asked for.
  const token = link.split("#")[1] ?? "";
  expect(token.length).toBeGreaterThan(20);
  expect(asked.filter((address) => address.split("#")[0]?.includes(token))).toEqual([]);

  await signIn(page, buyer);
  await expectMessage(page, "Invalid email or password");
  await signIn(page, { ...buyer, password: newPassword });
  await expectMessage(page, "login Successful");
  await expect(page).toHaveURL("/dashboard");

  await otherPage.reload();
  await expect(otherPage).toHaveURL(/\/login/);
  await elsewhere.close();

  await page.goto("/");
  await open(page, link);
  await setPassword(page, "Thief!2026");
  await expect(page.getByText(over)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
});

test("an address that nobody has gets the same words, and no mail", async ({ page }) => {
  const { email } = newUser();
  await open(page, "/forgot-password");
  await askForLink(page, email);
  expect(await emailsTo(page, email)).toEqual([]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try another address" }).click();
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(["Email is required."]);
  await expectAccessible(page);
});

test("the page of a new password stands up to an empty link and to axe", async ({ page }) => {
  await open(page, "/reset-password#made-up");
  await expect(page.getByRole("button", { name: "Set the new password" })).toBeVisible();
  await expectAccessible(page);
  await setPassword(page, newPassword);
  await expect(page.getByText(over)).toBeVisible();
  await page.goto("/");
  await open(page, "/reset-password");
  await expect(page.getByText(over)).toBeVisible();
});

test("the new password is set with the keyboard alone, by somebody still signed in here", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  await addSession(page, seller);
  await open(page, "/forgot-password");
  await page.getByRole("main").getByLabel("Email").focus();
  await page.keyboard.type(seller.email);
  await page.keyboard.press("Enter");
  await open(page, await linkInEmail(page, seller.email, /^Set a new password/));
  await page.getByRole("textbox", { name: "Password" }).focus();
  await page.keyboard.type(newPassword);
  await page.keyboard.press("Enter");
  await expectMessage(page, "Your password is changed. Please sign in.");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page).toHaveURL("/login");
});

test("who signs up is asked to confirm their address, and need not", async ({ page }) => {
  test.slow();
  const person = newUser();
  await open(page, "/signup");
  await fillSignUp(page, person);
  await sendSignUp(page);
  await expect(page).toHaveURL("/dashboard");
  const note = page.getByRole("note").filter({ hasText: "Please confirm your email address" });
  await expect(note).toContainText(person.email);
  await expectAccessible(page);
  await note.getByRole("button", { name: "Send the link again" }).click();
  await expectMessage(page, `Another link is on its way to ${person.email}`);
  expect(await emailsTo(page, person.email)).toHaveLength(2);

  await open(page, await linkInEmail(page, person.email, /^Confirm your email address/));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("Thank you. Your email address is confirmed.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to my dashboard" }).click();
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await expect(note).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("a confirmation that is none says so, and a demo account is asked for none", async ({
  page,
  shop,
}) => {
  await open(page, "/verify-email#made-up");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText(over)).toBeVisible();
  await expectAccessible(page);
  await addSession(page, await shop.admin());
  await open(page, "/dashboard");
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await expect(page.getByRole("note")).toHaveCount(0);
});
