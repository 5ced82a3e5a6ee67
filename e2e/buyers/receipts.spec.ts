import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readPdf } from "#testing/receipts/read-pdf.ts";
import { cards } from "#testing/payments/card-calls.ts";
import { expectAccessible } from "../steps/axe.ts";
import { clearSession, open, openAs } from "../steps/open-page.ts";
import { chooseInRow, rowOf } from "../steps/locators.ts";
import { linkInEmail } from "../steps/outbox.ts";
import { expectPaid, openPayment, payWith } from "../steps/pay.ts";
import { sell } from "../steps/pay-by-api.ts";
import { expect, test } from "../shop-test.ts";

test("a paid booking has a receipt for buyer and seller, on screen, as PDF, on paper and by email", async ({
  page,
  shop,
}) => {
  test.slow();
  const order = await openPayment(page, shop);
  const { buyer, seller, car } = order;
  await payWith(page, cards.good);
  await expectPaid(page);

  await linkInEmail(page, buyer.email, /^Your receipt/);
  await linkInEmail(page, seller.email, /^Sold on/);
  await open(page, "/outbox");
  const emailTo = (account: { email: string }, subject: string) =>
    page
      .getByRole("listitem")
      .filter({ hasText: subject })
      .filter({ hasText: car.name })
      .filter({ hasText: `to ${account.email}` });
  const toBuyer = emailTo(buyer, "Your receipt");
  const toSeller = emailTo(seller, "Sold on Marque");
  await expect(toBuyer).toContainText(`from Marque: ${car.name}`);
  await expect(toSeller).toContainText(`Sold on Marque: ${car.name}`);
  await toBuyer.getByText("Your receipt").click();
  await expect(toBuyer).toContainText("Nothing is due at handover");
  await toBuyer.getByRole("link").click();

  const heading = page.getByRole("heading", { level: 1, name: /^Receipt M-\d{6}$/ });
  await expect(heading).toBeVisible();
  const number = (await heading.innerText()).replace("Receipt ", "");
  const main = page.getByRole("main");
  for (const text of [buyer.name, buyer.email, seller.name, seller.email, car.name, "$24,500"])
    await expect(main).toContainText(text);
  await expectAccessible(page);
  await expectNoSidewaysScrolling();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  expect((await download).suggestedFilename()).toBe(`receipt-${number}.pdf`);
  const pdf = await readPdf(await readFile(await (await download).path()));
  expect(pdf.title).toBe(`Receipt ${number}`);
  for (const text of [car.name, buyer.email, seller.email, "$24,500"])
    expect(pdf.texts).toContain(text);

  await expectOnlyReceiptInPrint(page);
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await crumbs.getByRole("link", { name: "My Orders" }).click();
  await expect(page).toHaveURL("/dashboard/myorders");

  await clearSession(page);
  await openAs(page, seller, "/dashboard/myproduct");
  const sold = rowOf(page, car.name);
  await expect(sold).toContainText(`Sold to ${buyer.name}`);
  await chooseInRow(sold, `Sale details of ${car.name}`);
  const sale = page.getByRole("dialog", { name: `Sale of ${car.name}` });
  await expect(sale.getByRole("link", { name: buyer.email })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScrolling();
  await sale.getByRole("link", { name: `Receipt ${number} for ${car.name}` }).click();
  await expect(heading).toHaveText(`Receipt ${number}`);
  await expectOnlyReceiptInPrint(page);

  for (const [account, back] of [
    [seller, "My Products"],
    [await shop.admin(), "Bookings"],
  ] as const) {
    await clearSession(page);
    await openAs(page, account, `/dashboard/receipt/${order.booking}`);
    await expect(heading).toHaveText(`Receipt ${number}`);
    await expect(crumbs.getByRole("link", { name: back })).toBeVisible();
  }

  async function expectNoSidewaysScrolling() {
    for (const width of [360, 820, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
    }
  }
});

test(
  "shows no receipt for an unpaid booking or another buyer's",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const [seller, buyer, other] = await Promise.all([
      shop.signUp("Seller"),
      shop.signUp("Buyer"),
      shop.signUp("Buyer"),
    ]);
    const booking = await shop.book(buyer, await shop.addCar(seller));
    await openAs(page, buyer, `/dashboard/receipt/${booking}`);
    await expect(page.getByRole("alert")).toContainText(
      "This booking has not been paid, so it has no receipt.",
    );
    await expectAccessible(page);
    await clearSession(page);
    await openAs(page, other, `/dashboard/receipt/${booking}`);
    await expect(page.getByRole("alert")).toContainText("There is no such booking.");
  },
);

test(
  "shows that a receipt is loading, and that a PDF cannot be fetched",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const { buyer, booking } = await sell(shop);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/receipt", async (route) => {
      await released;
      await route.continue();
    });
    await page.route("**/receipt.pdf", (route) => route.abort());
    await openAs(page, buyer, `/dashboard/receipt/${booking}`);
    await expect(page.getByRole("status").filter({ hasText: "Loading the receipt" })).toBeVisible();
    release();
    await page.getByRole("button", { name: "Download PDF" }).click();
    await expect(page.getByText("We could not reach the shop.")).toBeVisible();
  },
);

test(
  "the demo's welcome page leads to the outbox, and axe finds no violations on it",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const { seller } = await sell(shop);
    await linkInEmail(page, seller.email, /^Sold on/);
    await openAs(page, seller, "/dashboard");
    await page.getByRole("link", { name: "Read them in the outbox" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Outbox" })).toBeVisible();
    const email = page
      .getByRole("listitem")
      .filter({ hasText: `to ${seller.email}` })
      .filter({ hasText: "Sold on" });
    await email.getByText("Sold on").click();
    await expect(email).toContainText("Your car is sold");
    await expectAccessible(page);
  },
);

test("the outbox shows an email as it arrives, with the car's picture, beside its text", async ({
  page,
  shop,
}) => {
  const { seller, car } = await sell(shop);
  await linkInEmail(page, seller.email, /^Sold on/);
  await open(page, "/outbox");
  const email = page
    .getByRole("listitem")
    .filter({ hasText: `to ${seller.email}` })
    .filter({ hasText: "Sold on" });
  await email.getByText("Sold on").click();
  const frame = email.locator("iframe");
  const inside = frame.contentFrame();
  const picture = inside.getByRole("img", { name: car.name });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  // The frame is as high as the email, which has no scroller of its own.
  await expect
    .poll(() => inside.locator("html").evaluate((root) => root.scrollHeight - root.clientHeight))
    .toBe(0);
  expect(await frame.getAttribute("sandbox")).not.toContain("allow-scripts");
  const text = email.getByText("Nothing is due at handover");
  const html = (await frame.boundingBox())!;
  const plain = (await text.boundingBox())!;
  expect(plain.x).toBeGreaterThan(html.x + html.width);
  await page.setViewportSize({ width: 390, height: 844 });
  const above = (await frame.boundingBox())!;
  const below = (await text.boundingBox())!;
  expect(above.x + above.width).toBeLessThanOrEqual(390);
  expect(below.y).toBeGreaterThan(above.y + above.height);
  await inside.getByRole("link", { name: "Open the receipt" }).click();
  await expect(page).toHaveURL(/\/login\?/);
});

test("an empty outbox says what it is for", { tag: "@deep" }, async ({ page }) => {
  await page.route("**/api/outbox", (route) =>
    route.fulfill({ json: [], headers: { "x-total-count": "0" } }),
  );
  await open(page, "/outbox");
  await expect(page.getByText("No emails yet")).toBeVisible();
  await expectAccessible(page);
});

/** The elements around one that have a line on their left. */
function leftLines(element: Element): string[] {
  const texts = [];
  for (let around = element.parentElement; around; around = around.parentElement)
    if (getComputedStyle(around).borderLeftWidth !== "0px") texts.push(around.className);
  return texts;
}

/** On paper are only the receipt's own parts, in dark text, also in the dark theme. */
async function expectOnlyReceiptInPrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const heading = page.getByRole("heading", { level: 1, name: /^Receipt M-/ });
  for (const away of [
    page.getByRole("banner"),
    page.getByRole("contentinfo"),
    page.getByRole("button", { name: "Print" }),
    page.getByRole("link", { name: /^Back to/ }),
  ])
    await expect(away).toBeHidden();
  await expect(heading).toBeVisible();
  // The line beside the dashboard's menu.
  expect(await heading.evaluate(leftLines)).toEqual([]);
  await expect(heading).toHaveCSS("color", "rgb(20, 19, 15)");
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
}
