import type { Page } from "@playwright/test";
import type { PaymentIssue } from "#shared/bookings/booking-contract.ts";
import type { QuarantinedPayment } from "#shared/payments/payment-contract.ts";
import { cards } from "#testing/payments/card-calls.ts";
import { expectAccessible } from "../steps/axe.ts";
import { failRequests } from "../steps/fail-requests.ts";
import { open, openAs } from "../steps/open-page.ts";
import { expectMessage, filterBy, messages, rowOf } from "../steps/locators.ts";
import { beginPayment, sell, type Sale } from "../steps/pay-by-api.ts";
import type { Account, Shop } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const recordOf = ({ booking }: Pick<Sale, "booking">) => `/dashboard/bookings/${booking}`;
const money = (page: Page) => page.getByRole("region", { name: "Payment" });
const log = (page: Page) => page.getByRole("region", { name: "Activity" });
const refunds = (page: Page) => money(page).getByRole("listitem");
const amount = (page: Page) => page.getByLabel("Amount in USD");

/** Fills in the open refund form and submits it up to the confirmation. */
async function askRefund(page: Page, sum: string | null, reason: string): Promise<void> {
  await money(page).getByRole("button", { name: "Refund", exact: true }).click();
  // A text that is filled in before the form takes the focus would end up in the amount.
  await expect(amount(page)).toBeFocused();
  if (sum !== null) await amount(page).fill(sum);
  await page.getByLabel("Reason").fill(reason);
  await page.getByRole("button", { name: "Refund…" }).click();
}

function refundByCall(shop: Shop, admin: Account, { booking }: Sale, sum: number) {
  return fetch(new URL(`/api/bookings/${booking}/refunds`, shop.address), {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    body: JSON.stringify({ amount: sum, reason: "From another window" }),
  });
}

/** Waits until the provider has reported the issue with a sale's payment to the shop. */
async function waitForPaymentIssue(
  shop: Shop,
  { buyer }: Sale,
  issue: PaymentIssue,
): Promise<void> {
  const { token } = await shop.admin();
  const query = new URLSearchParams({ issue, q: buyer.email });
  await expect
    .poll(
      async () => {
        const answer = await fetch(new URL(`/api/bookings?${query}`, shop.address), {
          headers: { authorization: `Bearer ${token}` },
        });
        return answer.headers.get("x-total-count");
      },
      { timeout: 60_000 },
    )
    .toBe("1");
}

test("an admin refunds a part, then the rest, reads the log and relists the car", async ({
  page,
  shop,
}) => {
  const sale = await sell(shop);
  await openAs(page, await shop.admin(), recordOf(sale));
  await expect(money(page)).toContainText("Received by card$24,500");
  await expect(money(page)).toContainText(/pi_\w+/);
  await expect(page.getByRole("link", { name: "View receipt" })).toHaveAttribute(
    "href",
    `/dashboard/receipt/${sale.booking}`,
  );

  await askRefund(page, "500", "A scratch");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`Refund $500 to ${sale.buyer.name}?`);
  await expect(question).toContainText(`For ${sale.car.name}, booked by ${sale.buyer.email}`);
  await question.getByRole("button", { name: "Refund $500" }).click();
  await expectMessage(page, `$500 refunded to ${sale.buyer.name}`);
  await expect(money(page).getByText("partly refunded")).toBeVisible();
  await expect(money(page)).toContainText("Refundable$24,000");
  await expect(page.getByRole("heading", { name: "Payment" })).toBeFocused();

  await askRefund(page, null, "The buyer fell ill");
  await expect(question).toContainText("Refund $24,000");
  await question.getByRole("button", { name: "Refund $24,000" }).click();
  await expect(refunds(page)).toHaveText([
    /^\$500refunded.*A scratch$/,
    /^\$24,000refunded.*The buyer fell ill$/,
  ]);
  await expect(money(page).getByRole("button", { name: "Refund", exact: true })).toHaveCount(0);

  await expect(log(page)).toContainText("Entries cannot be changed or deleted");
  const lines = log(page).getByRole("listitem");
  await expect(lines.first()).toContainText(`${sale.buyer.name}: booked`);
  await expect(lines.filter({ hasText: "A scratch" })).toHaveText([/Refund requested.*Ada Demo:/]);
  await expect(lines.last()).toContainText(/Booking partly refunded\s*→\s*then refunded/);

  await money(page).getByRole("button", { name: "Put back on sale" }).click();
  await question.getByRole("button", { name: "Put back on sale" }).click();
  await expectMessage(page, `${sale.car.name} is back on sale`);
  await expect(money(page).getByRole("button", { name: "Put back on sale" })).toHaveCount(0);
  expect(await shop.book(await shop.signUp("Buyer"), sale.car)).toBeTruthy();
});

test("an admin refunds with the keyboard alone", { tag: "@deep" }, async ({ page, shop }) => {
  const sale = await sell(shop);
  await openAs(page, await shop.admin(), recordOf(sale));
  await money(page).getByRole("button", { name: "Refund", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(amount(page)).toBeFocused();
  // The remaining amount is filled in and selected, so typing replaces it.
  await expect(amount(page)).toHaveValue("$24,500");
  await page.keyboard.type("1,250.50");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Two worn tyres");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("$1,250.50");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page.getByRole("button", { name: "Refund…" })).toBeFocused();
  await page.keyboard.press("Enter");
  const confirm = question.getByRole("button", { name: "Refund $1,250.50" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(confirm).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(refunds(page)).toHaveText([/^\$1,250\.50refunded/]);
});

test(
  "shows what is wrong with a refund beside its field",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const sale = await sell(shop);
    const admin = await shop.admin();
    await openAs(page, admin, recordOf(sale));
    await money(page).getByRole("button", { name: "Refund", exact: true }).click();
    await amount(page).fill("24500.01");
    await page.getByRole("button", { name: "Refund…" }).click();
    await expect(amount(page)).toHaveAccessibleDescription(/You can refund at most \$24,500\./);
    await expect(page.getByLabel("Reason")).toHaveAccessibleDescription(/Reason is required\./);

    // Another admin refunds first, so the server's refusal shows beside the same field.
    await amount(page).fill("24500");
    await page.getByLabel("Reason").fill("The buyer fell ill");
    await page.getByRole("button", { name: "Refund…" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await refundByCall(shop, admin, sale, 24_000);
    await page.getByRole("alertdialog").getByRole("button", { name: "Refund $24,500" }).click();
    await expect(amount(page)).toHaveAccessibleDescription(/You can refund at most \$500\./);
    await expect(amount(page)).toBeFocused();
    await amount(page).fill("$500.00");
    await page.getByRole("button", { name: "Refund…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Refund $500" }).click();
    await expect(refunds(page)).toHaveCount(2);
  },
);

test(
  "axe finds no violations on a refused refund and in its confirmation",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const sale = await sell(shop);
    await openAs(page, await shop.admin(), recordOf(sale));
    await askRefund(page, "99999", "");
    await expect(page.getByRole("form").getByRole("alert").filter({ hasText: /./ })).toHaveCount(2);
    await expectAccessible(page);
    await amount(page).fill("500");
    await page.getByLabel("Reason").fill("A scratch");
    await page.getByRole("button", { name: "Refund…" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page);
  },
);

test("a double click, and a retry after a lost answer, make one refund", async ({ page, shop }) => {
  const sale = await sell(shop);
  await openAs(page, await shop.admin(), recordOf(sale));
  let sent = 0;
  await page.route(/\/refunds$/, async (route) => {
    sent += 1;
    await route.fetch();
    await route.abort();
  });
  await askRefund(page, "500", "A scratch");
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Refund $500" });
  await confirm.dblclick();
  await expect(page.getByRole("form").getByRole("alert")).toContainText(
    "We don't know whether the refund went through.",
  );
  expect(sent).toBe(1);
  await page.unroute(/\/refunds$/);
  await page.getByRole("button", { name: "Refund…" }).click();
  await confirm.click();
  await expectMessage(page, `$500 refunded to ${sale.buyer.name}`);
  await expect(refunds(page)).toHaveCount(1);
});

test("a disputed payment is frozen, with the reason", { tag: "@deep" }, async ({ page, shop }) => {
  const sale = await sell(shop, cards.disputed);
  await waitForPaymentIssue(shop, sale, "disputed");
  await openAs(page, await shop.admin(), recordOf(sale));
  await expect(money(page).getByRole("note")).toContainText(
    "The buyer's bank is disputing this payment",
  );
  await expect(money(page).getByRole("note")).toContainText(
    "the buyer says they did not make this payment",
  );
  await expect(money(page).getByRole("button", { name: /Refund|sale/ })).toHaveCount(0);
  await expectAccessible(page);
  await open(page, "/dashboard");
  await page.getByRole("link", { name: /Disputed payments/ }).click();
  await expect(page).toHaveURL("/dashboard/bookings?issue=disputed");
  await expect(
    page.getByRole("button", { name: "Remove the filter Payment issue: Disputed" }),
  ).toBeVisible();
  await expect(rowOf(page, sale.buyer.email)).toContainText("disputed");
  await filterBy(page, "Payment issue", "Refund failed");
  await expect(page).toHaveURL("/dashboard/bookings?issue=refund_failed");
  await expect(rowOf(page, sale.buyer.email)).toHaveCount(0);
});

test(
  "a refund that failed later is shown with its reason and can be retried",
  { tag: "@deep" },
  async ({ page, shop }) => {
    // The simulator lets a refund fail half a minute later.
    test.slow();
    const sale = await sell(shop, cards.refundFails);
    const admin = await shop.admin();
    await refundByCall(shop, admin, sale, 500);
    await waitForPaymentIssue(shop, sale, "refund_failed");
    await openAs(page, admin, recordOf(sale));
    await expect(money(page).getByText("Last refund failed")).toBeVisible();
    await expect(refunds(page)).toHaveText([
      /^\$500failed.*The refund did not reach the buyer: the card has expired or was canceled\.$/,
    ]);
    await expect(money(page).getByRole("button", { name: "Refund", exact: true })).toBeVisible();
    await open(page, "/dashboard");
    await page.getByRole("link", { name: /^\d+ ?Failed refunds/ }).click();
    await expect(page).toHaveURL("/dashboard/bookings?issue=refund_failed");
    await expect(rowOf(page, sale.buyer.email)).toContainText("refund failed");
  },
);

test("the list is filtered by state in its URL and leads to each booking", async ({
  page,
  shop,
}) => {
  const sale = await sell(shop);
  await openAs(page, await shop.admin(), "/dashboard");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Bookings/ })
    .click();
  await expect(rowOf(page, sale.car.name)).toContainText(sale.buyer.email);
  await expect(rowOf(page, sale.car.name)).toContainText("$24,500");
  await filterBy(page, "State", "paid");
  await expect(page).toHaveURL("/dashboard/bookings?state=paid");
  await page.reload();
  await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
  await expect(rowOf(page, sale.car.name)).toBeVisible();
  await filterBy(page, "State", "being released");
  await expect(page.getByText("No matching bookings")).toBeVisible();
  await page.getByRole("button", { name: "Show all bookings" }).click();
  await expect(page).toHaveURL("/dashboard/bookings");
  await page.getByRole("link", { name: sale.car.name }).click();
  await expect(page).toHaveURL(recordOf(sale));
  await expect(
    page.getByRole("heading", { level: 1, name: `Booking for ${sale.car.name}` }),
  ).toBeVisible();
});

test(
  "an admin asks the card provider about an open payment",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
    const car = await shop.addCar(seller);
    const order = { buyer, car, booking: await shop.book(buyer, car) };
    await openAs(page, await shop.admin(), recordOf(order));
    await expect(money(page)).toContainText("The buyer has not started a payment.");
    await beginPayment(shop, order);
    await page.reload();
    await money(page).getByRole("button", { name: "Check with card provider" }).click();
    await expectMessage(page, "No change. Payment: waiting for a card.");
  },
);

test("quarantined payments show the reason and the refund's state", async ({ page, shop }) => {
  const sale = await sell(shop);
  const payment: QuarantinedPayment = {
    _id: "a",
    transactionId: "pi_3PAheldBackOne0001",
    bookingId: sale.booking,
    bookingState: "paid",
    reason: "amount",
    amount: 12.5,
    currency: "USD",
    refundStatus: "succeeded",
    createdAt: "2026-03-01T10:00:00.000Z",
  };
  const stray: QuarantinedPayment = {
    ...payment,
    _id: "b",
    transactionId: "pi_3PAheldBackTwo0002",
    bookingId: null,
    bookingState: null,
    reason: "unknown",
    amount: 900,
    currency: "EUR",
    refundStatus: "failed",
  };
  await page.route(/\/api\/payments\/quarantined/, (route) =>
    route.fulfill({ json: [payment, stray] }),
  );
  await openAs(page, await shop.admin(), "/dashboard");
  await page.getByRole("link", { name: /Quarantined payments/ }).click();
  const first = rowOf(page, payment.transactionId);
  await expect(first).toContainText("The amount does not match the booking.");
  await expect(first).toContainText("$12.50");
  await expect(first).toContainText("refunded");
  await expect(rowOf(page, stray.transactionId)).toContainText("€900");
  await expect(rowOf(page, stray.transactionId)).toContainText("failed");
  await expect(rowOf(page, stray.transactionId)).toContainText("none");
  await expectAccessible(page);
  await first.getByRole("link", { name: "Booking, paid" }).click();
  await expect(page).toHaveURL(recordOf(sale));
});

test(
  "lists and records that do not load offer a retry",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const sale = await sell(shop);
    const admin = await shop.admin();
    for (const [path, call, shown] of [
      ["/dashboard/bookings", /\/api\/bookings/, sale.car.name],
      ["/dashboard/quarantined", /\/api\/payments\/quarantined/, /No quarantined payments|total$/],
      [recordOf(sale), /\/payment$/, "Received by card"],
    ] as const) {
      const restore = await failRequests(page, call);
      await openAs(page, admin, path);
      await expect(page.getByRole("main").getByRole("alert")).toContainText("We could not load");
      await restore();
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByText(shown).first()).toBeVisible();
    }
    await expect(messages(page).getByRole("status")).toHaveCount(0);
  },
);

test("copies the transaction ID", { tag: "@deep" }, async ({ page, shop, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const sale = await sell(shop);
  await openAs(page, await shop.admin(), recordOf(sale));
  await page.getByRole("button", { name: "Copy transaction id" }).click();
  await expect(money(page).getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^pi_\w+$/);
});
