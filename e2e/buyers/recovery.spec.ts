import type { Page } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { addSession, open, openAs, signIn } from "../steps/open-page.ts";
import { expectMessage } from "../steps/locators.ts";
import { linkInEmail, emailsTo } from "../steps/outbox.ts";
import { newUser } from "../steps/shop.ts";
import { fillSignUp, sendSignUp } from "../steps/sign-up.ts";
import { expect, test } from "../shop-test.ts";

const newPassword = "Garage!2027";
const over = "This link has expired or was already used. Please request a new one.";

async function askForLink(page: Page, email: string): Promise<void> {
  // The sign-in page, which may still be open, also has a field with this name.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByRole("main").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "has an account" })).toHaveText(
    new RegExp(`^If ${email} has an account, we sent a link to it\\. The link works once`),
  );
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Set new password" }).click();
}

test("the emailed link sets a new password, once", async ({ page, shop, browser }) => {
  test.slow();
  const buyer = await shop.signUp("Buyer");
  // Another device, signed in.
  const elsewhere = await browser.newContext({ baseURL: shop.address });
  const otherPage = await elsewhere.newPage();
  await openAs(otherPage, buyer, "/dashboard");
  await expect(otherPage.getByRole("heading", { name: /^Welcome, / })).toBeVisible();

  await open(page, "/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await askForLink(page, buyer.email);
  const link = await linkInEmail(page, buyer.email, /^Set a new password/);

  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await open(page, link);
  for (const [weak, text] of [
    ["garage!2027", "Please Provide at least One Uppercase"],
    ["Garage!", "Please Provide at least One Number"],
    ["Garage2027", "Please Provide at least One Speacial Carecter"],
    ["Ga!1", "Please use at least 8 characters."],
  ] as const) {
    await setPassword(page, weak);
    await expect(page.getByRole("main").getByRole("alert").filter({ hasText: /./ })).toHaveText([
      text,
    ]);
  }
  await setPassword(page, newPassword);
  await expectMessage(page, "Your password was changed. Please sign in.");
  await expect(page).toHaveURL("/login");
  // No requested URL contains the token.
  const token = link.split("#")[1] ?? "";
  expect(token.length).toBeGreaterThan(20);
  expect(requested.filter((address) => address.split("#")[0]?.includes(token))).toEqual([]);

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
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
});

test(
  "an unknown address gets the same message and no email",
  { tag: "@deep" },
  async ({ page }) => {
    const { email } = newUser();
    await open(page, "/forgot-password");
    await askForLink(page, email);
    expect(await emailsTo(page, email)).toEqual([]);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Try another address" }).click();
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(["Email is required."]);
    await expectAccessible(page);
  },
);

test(
  "the new password page handles an invalid link, and axe finds no violations",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/reset-password#made-up");
    await expect(page.getByRole("button", { name: "Set new password" })).toBeVisible();
    await expectAccessible(page);
    await setPassword(page, newPassword);
    await expect(page.getByText(over)).toBeVisible();
    await page.goto("/");
    await open(page, "/reset-password");
    await expect(page.getByText(over)).toBeVisible();
  },
);

// ASVS 6.2.7
test(
  "a signed-in user sets a new password with the keyboard alone",
  { tag: "@deep" },
  async ({ page, shop }) => {
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
    await expectMessage(page, "Your password was changed. Please sign in.");
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await expect(page).toHaveURL("/login");
  },
);

test(
  "asks a new user to confirm their email address, without insisting",
  { tag: "@deep" },
  async ({ page }) => {
    test.slow();
    const user = newUser();
    await open(page, "/signup");
    await fillSignUp(page, user);
    await sendSignUp(page);
    await expect(page).toHaveURL("/dashboard");
    const note = page.getByRole("note").filter({ hasText: "Please confirm your email address" });
    await expect(note).toContainText(user.email);
    await expectAccessible(page);
    await note.getByRole("button", { name: "Resend link" }).click();
    await expectMessage(page, `We sent another link to ${user.email}`);
    expect(await emailsTo(page, user.email)).toHaveLength(2);

    await open(page, await linkInEmail(page, user.email, /^Confirm your email address/));
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByText("Thank you. Your email address is confirmed.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to my dashboard" }).click();
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
    await expect(note).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
    await expect(note).toHaveCount(0);
  },
);

test(
  "refuses an invalid confirmation link, and asks demo accounts for none",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await open(page, "/verify-email#made-up");
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByText(over)).toBeVisible();
    await expectAccessible(page);
    await addSession(page, await shop.admin());
    await open(page, "/dashboard");
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
    await expect(page.getByRole("note")).toHaveCount(0);
  },
);
