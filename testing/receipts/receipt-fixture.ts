import { issueReceipt } from "#server/payments/receipts/issue-receipt.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import type { createTestApp } from "#testing/test-app.ts";

type Deps = Awaited<ReturnType<typeof createTestApp>>["deps"];
type Account = Awaited<ReturnType<typeof anAccount>>;

/** A buyer, whose name has markup and line breaks, and a seller. */
export async function receiptParties(deps: Deps): Promise<Record<"buyer" | "seller", Account>> {
  return {
    buyer: await anAccount(deps, { name: `Eve <script>alert("1")</script>\r\nRefunded: $0` }),
    seller: await anAccount(deps, { role: "Seller", name: "Łukasz Żółć" }),
  };
}

/** A paid booking with its receipt. */
export async function aPaidBooking(
  deps: Deps,
  { buyer, seller }: Record<"buyer" | "seller", Account>,
  given: Partial<Parameters<typeof aBooking>[1]> & { paidMinor?: number } = {},
): Promise<{ bookingId: string; transactionId: string; paidMinor: number }> {
  const { paidMinor = 2_000_000, ...booking } = given;
  const car = await aListing(deps, { sellerId: seller.id });
  const { id } = await aBooking(deps, {
    listingId: car.id,
    buyerId: buyer.id,
    state: "paid",
    name: buyer.name,
    email: buyer.email,
    phone: "+351 900 000 000",
    location: "Porto",
    ...booking,
  });
  const payment = { bookingId: id, transactionId: `pi_${id.replaceAll("-", "")}`, paidMinor };
  await deps.db.transaction((tx) => issueReceipt(tx, payment, deps));
  return payment;
}
