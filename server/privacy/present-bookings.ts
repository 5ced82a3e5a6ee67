import { toMajor } from "#shared/money/money.ts";
import type { DataFile } from "#shared/privacy/data-file-contract.ts";
import { receiptNumber } from "#shared/receipts/receipt-format.ts";
import type {
  listOwnBookings,
  listOwnListings,
  listOwnSales,
  readBookingHistory,
} from "./own-bookings-store.ts";

type RowOf<List extends (...given: never[]) => Promise<{ rows: unknown[] }>> = Awaited<
  ReturnType<List>
>["rows"][number];
type History = Awaited<ReturnType<typeof readBookingHistory>>;
type Sale = Omit<RowOf<typeof listOwnSales>, "place">;

/** A listing in the data file. Amounts are in major units. */
export function presentListing(
  row: RowOf<typeof listOwnListings>,
  currency: string,
): DataFile["listings"][number] {
  const { originalPriceMinor, annualTaxMinor } = row;
  return {
    ...row,
    originalPrice: originalPriceMinor === null ? null : toMajor(originalPriceMinor, currency),
    resalePrice: toMajor(row.resalePriceMinor, currency),
    annualTax: annualTaxMinor === null ? null : toMajor(annualTaxMinor, currency),
    priceChanges: row.prices.map(({ priceMinor, at }) => ({
      price: toMajor(priceMinor, currency),
      at: new Date(at).toISOString(),
    })),
    currency,
    importedFrom: row.sourceFile,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    removedAt: row.removedAt?.toISOString() ?? null,
    lapsedAt: row.lapsedAt?.toISOString() ?? null,
  };
}

/** A reservation or sale of a seller's car. */
export function presentSale({ booking, receipt }: Sale): DataFile["sales"][number] {
  return {
    id: booking.id,
    productId: booking.listingId,
    item: booking.item,
    state: booking.state,
    price: toMajor(booking.priceMinor, booking.currency),
    currency: booking.currency,
    createdAt: booking.createdAt.toISOString(),
    receipt: receipt && presentReceipt(receipt),
  };
}

/** A buyer's bookings in the data file, each with its events, payments and refunds. */
export function presentBookings(
  bookings: RowOf<typeof listOwnBookings>[],
  { events, ...money }: History,
  accountId: string,
): DataFile["bookings"] {
  return bookings.map(({ booking, receipt }) => ({
    ...presentSale({ booking, receipt }),
    name: booking.name,
    email: booking.email,
    phone: booking.phone,
    location: booking.location,
    amountDueNow: toMajor(booking.dueNowMinor, booking.currency),
    expiresAt: booking.expiresAt.toISOString(),
    history: events
      .filter(({ bookingId }) => bookingId === booking.id)
      .map(({ at, from, to, actorId }) => ({
        at: at.toISOString(),
        from,
        to,
        byYou: actorId === accountId,
      })),
    payments: money.payments
      .filter(({ bookingId }) => bookingId === booking.id)
      .map((payment) => presentPayment(payment, money)),
  }));
}

function presentPayment(
  payment: History["payments"][number],
  { refunds, disputes }: Pick<History, "refunds" | "disputes">,
): DataFile["bookings"][number]["payments"][number] {
  const major = (minor: number) => toMajor(minor, payment.currency);
  const isOf = ({ paymentId }: { paymentId: string }) => paymentId === payment.id;
  return {
    transactionId: payment.intentId,
    status: payment.status,
    amount: major(payment.amountMinor),
    amountCaptured: major(payment.capturedMinor),
    currency: payment.currency,
    createdAt: payment.createdAt.toISOString(),
    refunds: refunds.filter(isOf).map(({ amountMinor, cause, status, createdAt }) => ({
      amount: major(amountMinor),
      cause,
      status,
      createdAt: createdAt.toISOString(),
    })),
    disputes: disputes.filter(isOf).map(({ amountMinor, reason, status, openedAt }) => ({
      amount: major(amountMinor),
      reason,
      status,
      openedAt: openedAt.toISOString(),
    })),
  };
}

function presentReceipt(
  receipt: NonNullable<Sale["receipt"]>,
): NonNullable<DataFile["sales"][number]["receipt"]> {
  return {
    number: receiptNumber(receipt.number),
    issuedAt: receipt.issuedAt.toISOString(),
    item: receipt.item,
    price: toMajor(receipt.priceMinor, receipt.currency),
    amountPaid: toMajor(receipt.paidMinor, receipt.currency),
    currency: receipt.currency,
    transactionId: receipt.transactionId,
  };
}
