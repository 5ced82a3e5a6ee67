import type { Page } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { failRequests } from "../steps/fail-requests.ts";
import { expectMessage } from "../steps/locators.ts";
import { loaded, open, openAs, signIn } from "../steps/open-page.ts";
import { emailsTo, linkInEmail } from "../steps/outbox.ts";
import { type Account, type Car, type Shop, uniqueWord } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const saveButton = (page: Page) => page.getByRole("button", { name: "Save search" });
const item = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });

/** A buyer whose email address is confirmed, because others get no emails. */
async function aBuyer(page: Page, shop: Shop): Promise<Account> {
  const buyer = await shop.signUp("Buyer");
  const link = await linkInEmail(page, buyer.email, /^Confirm your email/);
  const data = { token: link.split("#")[1] };
  const answer = await page.request.post("/api/auth/verify-email", { data });
  expect(answer.status()).toBe(200);
  return buyer;
}

async function reprice(shop: Shop, seller: Account, car: Car, resalePrice: number) {
  const answer = await fetch(`${shop.address}/api/products/${car.id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${seller.token}`, "content-type": "application/json" },
    body: JSON.stringify({ resalePrice }),
  });
  expect(answer.status).toBe(200);
}

const saveByApi = (page: Page, { token }: Account, search: string, name: string) =>
  page.request.post("/api/saved-searches", {
    headers: { authorization: `Bearer ${token}` },
    data: { search, name },
  });

for (const { width, tag } of [
  { width: 390, tag: [] },
  { width: 1440, tag: "@deep" },
])
  test(
    `a visitor saves a search, gets an email that says why, and stops it without signing in, at ${width} px`,
    { tag },
    async ({ page, shop, context }) => {
      const seller = await shop.signUp("Seller");
      const buyer = await aBuyer(page, shop);
      const word = uniqueWord();
      const older = await shop.addCar(seller, { name: `BMW ${word}`, resalePrice: 26_000 });
      await page.setViewportSize({ width, height: 844 });
      await open(page, `/search?q=${word}+under+25k`);
      await saveButton(page).click();
      await expect(page).toHaveURL(/\/login\?from=/);
      await signIn(page, buyer);
      await expect(page).toHaveURL(`/search?q=${word}+under+25k`);
      const name = `“${word}”, up to $25,000`;
      await expectMessage(page, `Saved as “${name}”. We email you when a new car matches.`);
      await page.getByRole("link", { name: "Search saved" }).click();
      await expect(item(page, name)).toContainText("0 cars");

      await reprice(shop, seller, older, 24_000);
      const link = await linkInEmail(page, buyer.email, /^Price drop: .*, now \$24,000$/);
      expect(link).toContain(`/cars/`);
      const [email] = await emailsTo(page, buyer.email);
      expect(email!.text).toContain(`Matches “${word}” · Up to $25,000`);
      expect(email!.text).toContain("Price drop: was $26,000, now $24,000");

      const stop = /Stop emails for this search: https?:\/\/[^/]+(\S+)/.exec(email!.text)![1]!;
      await context.clearCookies();
      await page.evaluate(() => localStorage.clear());
      await open(page, stop);
      await page.getByRole("button", { name: "Stop these emails" }).click();
      await expect(page.getByText(`We no longer email you about “${name}”.`)).toBeVisible();
      await openAs(page, buyer, "/saved-searches");
      await expect(item(page, name)).toContainText("Emails are paused.");
      await expect(item(page, name)).toContainText("1 car");
    },
  );

test(
  "a search is named, counted, renamed, paused and deleted",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const buyer = await aBuyer(page, shop);
    const model = uniqueWord();
    await shop.addCar(seller, { model, bodyType: "estate" });
    await openAs(page, buyer, `/products/1?model=${model}&body=estate`);
    await saveButton(page).click();
    const dialog = page.getByRole("dialog", { name: "Save this search" });
    await expect(dialog.getByLabel("Name")).toHaveValue(`BMW ${model}, station wagon`);
    await dialog.getByLabel("Name").fill("Weekend car");
    await dialog.getByRole("button", { name: "Save search" }).click();
    await expect(page.getByRole("link", { name: "Search saved" })).toBeVisible();

    // The same search in other words.
    await open(page, `/search?q=bmw+estate&model=${model}`);
    await saveButton(page).click();
    await dialog.getByRole("button", { name: "Save search" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "You already saved this search as “Weekend car”.",
    );
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(saveButton(page)).toBeFocused();

    await shop.addCar(seller, { model, bodyType: "estate" });
    await open(page, "/favorites");
    await page.getByRole("link", { name: "Saved searches" }).click();
    const saved = item(page, "Weekend car");
    await expect(saved).toContainText("2 cars");
    await expect(saved).toContainText("1 new");
    await expect(
      saved.getByRole("list", { name: "What Weekend car looks for" }).getByRole("listitem"),
    ).toHaveText(["BMW", model, "Station wagon"]);
    await saved.getByRole("link", { name: "See the new car" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("1 used car");
    await page.goBack();
    await expect(saved).toContainText("2 cars");
    await expect(saved).not.toContainText("new");

    await saved.getByRole("button", { name: "Rename Weekend car" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Sunday car");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    const renamed = item(page, "Sunday car");
    await renamed.getByRole("button", { name: "Pause emails for Sunday car" }).click();
    await expect(renamed).toContainText("Emails are paused.");
    await renamed.getByRole("button", { name: "Resume emails for Sunday car" }).click();
    await expect(renamed).not.toContainText("Emails are paused.");
    await renamed.getByRole("button", { name: "Delete Sunday car" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expectMessage(page, "Saved search deleted");
    await expect(page.getByText("No saved searches yet")).toBeVisible();
  },
);

test("the list is read again once new cars are marked as seen", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const buyer = await shop.signUp("Buyer");
  const word = uniqueWord();
  await saveByApi(page, buyer, `q=${word}`, "Something rare");
  await shop.addCar(seller, { name: `BMW ${word}` });
  await openAs(page, buyer, "/saved-searches");
  const saved = item(page, "Something rare");
  await expect(saved).toContainText("1 new");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.pathname.startsWith("/api/saved-searches/"),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  await saved.getByRole("link", { name: "See the new car" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`1 used car for “${word}”`);
  const readAgain = page.waitForResponse(/\/api\/saved-searches$/);
  await page.goBack();
  await (await readAgain).finished();
  await expect(saved).toContainText("1 new");
  release();
  await expect(saved).not.toContainText("new");
});

test("an unconfirmed account is told when its emails start", async ({ page, shop }) => {
  await openAs(page, await shop.signUp("Buyer"), `/search?q=${uniqueWord()}`);
  await saveButton(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Rare car");
  await dialog.getByRole("button", { name: "Save search" }).click();
  await expectMessage(
    page,
    "Saved as “Rare car”. Once your email address is confirmed, we email you when a new car matches.",
  );
});

test(
  "the page says when it is empty, cannot be loaded, or the visitor is signed out",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await open(page, "/saved-searches");
    await expect(page.getByText("Sign in to see your saved searches")).toBeVisible();
    await expectAccessible(page);
    const buyer = await shop.signUp("Buyer");
    const stop = await failRequests(page, /\/api\/saved-searches$/);
    await page.getByRole("main").getByRole("link", { name: "Login" }).click();
    await signIn(page, buyer);
    await expect(page.getByText("We could not load your saved searches")).toBeVisible({
      timeout: 20_000,
    });
    await stop();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("No saved searches yet")).toBeVisible();
  },
);

test(
  "a change without a connection fails with a message and changes nothing",
  { tag: "@deep" },
  async ({ page, shop, context }) => {
    const buyer = await shop.signUp("Buyer");
    await saveByApi(page, buyer, "make=BMW", "All BMWs");
    await openAs(page, buyer, "/saved-searches");
    await loaded(page);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Pause emails for All BMWs" }).click();
    await expectMessage(page, "You are offline. Please check your connection and try again.");
    await context.setOffline(false);
    await expect(page.getByRole("button", { name: "Pause emails for All BMWs" })).toBeVisible();
  },
);

test(
  "axe finds no violations on saved searches, their dialogs and the unsubscribe page",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const seller = await shop.signUp("Seller");
    const buyer = await aBuyer(page, shop);
    const word = uniqueWord();
    await saveByApi(page, buyer, `q=${word}&priceMax=30000`, "Something rare");
    await shop.addCar(seller, { name: `BMW ${word}` });
    await linkInEmail(page, buyer.email, /^New match/);
    const [email] = await emailsTo(page, buyer.email);
    await openAs(page, buyer, "/saved-searches");
    await loaded(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Rename Something rare" }).click();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await open(page, "/search?make=BMW");
    await saveButton(page).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await open(page, /Stop all saved search emails: https?:\/\/[^/]+(\S+)/.exec(email!.text)![1]!);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Stop all these emails" }).click();
    await expect(page.getByText("We no longer email you about your saved searches.")).toBeVisible();
    await open(page, "/saved-searches/unsubscribe?token=search.made-up.token");
    await expect(page.getByText("This link is not valid.")).toBeVisible();
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an unsubscribe link works", { tag: "@deep" }, async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const buyer = await aBuyer(page, shop);
    const word = uniqueWord();
    await saveByApi(page, buyer, `q=${word}`, "Something rare");
    await shop.addCar(seller, { name: `BMW ${word}` });
    await linkInEmail(page, buyer.email, /^New match/);
    const [email] = await emailsTo(page, buyer.email);
    await page.goto(/Stop all saved search emails: https?:\/\/[^/]+(\S+)/.exec(email!.text)![1]!);
    await page.getByRole("button", { name: "Stop all these emails" }).click();
    await expect(page.getByText("We no longer email you about your saved searches.")).toBeVisible();
  });
});
