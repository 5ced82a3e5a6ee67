import type { Page } from "@playwright/test";
import { clearSession, open, signIn } from "../steps/open-page.ts";
import { expectMessage } from "../steps/locators.ts";
import { fillSignUp, portrait, sendSignUp } from "../steps/sign-up.ts";
import { newUser } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

/** Errors under the form or beside a field. */
function refusal(page: Page) {
  return page.getByRole("main").getByRole("alert").filter({ hasText: /./ });
}

test("shows one password rule at a time, in the specified order, and sends nothing", async ({
  page,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") calls.push(request.url());
  });
  await open(page, "/signup");
  const user = newUser();
  for (const [password, text] of [
    ["showroom", "Please Provide at least One Uppercase"],
    ["showroom1!", "Please Provide at least One Uppercase"],
    ["Showroom", "Please Provide at least One Number"],
    ["Showroom!", "Please Provide at least One Number"],
    ["Showroom1", "Please Provide at least One Speacial Carecter"],
    ["Showroom1%", "Please Provide at least One Speacial Carecter"],
  ] as const) {
    await fillSignUp(page, { ...user, password });
    await sendSignUp(page);
    await expect(refusal(page)).toHaveText([text]);
  }
  expect(calls).toEqual([]);
});

// ASVS 6.2.1
test(
  "refuses a short password at its field, with the minimum length",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/signup");
    await fillSignUp(page, { ...newUser(), password: "Sh0w!" });
    await sendSignUp(page);
    const message = "Please use at least 8 characters.";
    await expect(refusal(page)).toHaveText([message]);
    const password = page.getByRole("main").getByRole("textbox", { name: "Password" });
    await expect(password).toHaveAccessibleDescription(new RegExp(`${message}$`));
    await expect(password).toBeFocused();
  },
);

test("an empty form names each missing field", async ({ page }) => {
  await open(page, "/signup");
  await sendSignUp(page);
  await expect(refusal(page)).toHaveText([
    "Name is required.",
    "Email is required.",
    "Password is required.",
    "Please choose an image.",
  ]);
});

test("the image comes last, with the initials of the name until one is chosen", async ({
  page,
}) => {
  await open(page, "/signup");
  await page.getByLabel("Name").fill("ada King lovelace");
  const image = page.getByLabel("Image");
  await expect(page.getByText("AL", { exact: true })).toBeVisible();
  const last = (await page.getByRole("radio", { name: /^Seller/ }).boundingBox())!;
  expect((await image.boundingBox())!.y).toBeGreaterThan(last.y);
  await image.setInputFiles(await portrait());
  await expect(page.getByRole("img", { name: "The chosen file" })).toBeVisible();
  await expect(page.getByText("AL", { exact: true })).toHaveCount(0);
});

test("refuses a file that is not an image until a valid one is chosen", async ({ page }) => {
  await open(page, "/signup");
  await fillSignUp(page, newUser());
  await page
    .getByLabel("Image")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
  await sendSignUp(page);
  const file = page.getByLabel("Image");
  const unreadable = "Please choose a PNG, JPG, GIF, WebP or AVIF image.";
  await expect(refusal(page)).toHaveText([unreadable]);
  await file.setInputFiles(await portrait());
  await expect(refusal(page)).toHaveCount(0);

  // Only the server can tell that this is not an image.
  const broken = { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("notes") };
  await file.setInputFiles(broken);
  await sendSignUp(page);
  await expect(refusal(page)).toHaveText([unreadable]);
  await expect(file).toHaveAccessibleDescription(new RegExp(`${unreadable}$`));
  await file.setInputFiles(await portrait());
  await expect(refusal(page)).toHaveCount(0);
});

test("refuses an email that has an account, even with that account's password", async ({
  page,
  shop,
}) => {
  const buyer = await shop.signUp("Buyer");
  for (const password of [buyer.password, `${buyer.password}x`]) {
    await open(page, "/signup");
    await fillSignUp(page, { ...buyer, password });
    await sendSignUp(page);
    await expect(refusal(page)).toHaveText([/already exists/]);
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  }
});

for (const { step, call } of [
  { step: "the picture's upload", call: /\/api\/images\?/ },
  { step: "the account", call: /\/api\/auth\/sign-up\/email/ },
  { step: "the profile", call: /\/api\/auth\/update-user/ },
  { step: "the user record", call: /\/api\/users$/ },
  { step: "the token", call: /\/api\/jwt\?/ },
]) {
  const tag = step === "the user record" ? [] : "@deep";
  test(
    `a sign-up that failed at ${step} succeeds at the second attempt`,
    { tag },
    async ({ page }) => {
      const user = newUser();
      await open(page, "/signup");
      await page.route(call, (route) => route.abort(), { times: 1 });
      await fillSignUp(page, { ...user, role: "Seller" });
      await sendSignUp(page);
      await expect(refusal(page)).toHaveCount(1);
      await sendSignUp(page);
      await expectMessage(page, "User Registration Successful!!");
      await expect(page).toHaveURL("/dashboard");
      await expect(page.getByRole("navigation", { name: "Dashboard" })).toContainText(
        "My Products",
      );
    },
  );
}

test("an unfinished sign-up can be completed later", { tag: "@deep" }, async ({ page }) => {
  const user = newUser();
  await open(page, "/signup");
  await page.route(/\/api\/users$/, (route) => route.abort());
  await fillSignUp(page, user);
  await sendSignUp(page);
  await expect(refusal(page)).toHaveCount(1);
  await page.unrouteAll();
  await clearSession(page);

  await open(page, "/login");
  await signIn(page, user);
  await expectMessage(
    page,
    "Your sign-up is not finished. Please sign up again with the same email and password.",
  );
  await page.context().clearCookies();
  await open(page, "/signup");
  await fillSignUp(page, user);
  await sendSignUp(page);
  await expectMessage(page, "User Registration Successful!!");
});
