import { formatMoney } from "#shared/money/money.ts";
import { receiptNumber } from "#shared/receipts/receipt-number.ts";
import type { Config } from "#server/platform/config/config.ts";
import { shopAddress } from "#server/platform/config/shop-address.ts";
import { writeLetter } from "#server/email/public.ts";
import type { ReceiptRow, Sale } from "./receipt-store.ts";

type Brand = Pick<Config, "BRAND_NAME" | "PUBLIC_URL" | "PORT">;
type Written = { subject: string; text: string; html: string };

/** To the buyer, once the money is there: what was paid, what is still due, and whom to meet. */
export function letterToBuyer(config: Brand, receipt: ReceiptRow, sale: Sale): Written {
  const shop = config.BRAND_NAME;
  const due = dueAtHandover(receipt);
  return {
    subject: `Your receipt ${receiptNumber(receipt.number)} from ${shop}: ${receipt.item}`,
    ...writeLetter(config, {
      heading: "Your payment is here",
      greeting: receipt.buyerName,
      paragraphs: [
        `Thank you. ${receipt.item} is yours: nobody else can book it any more.`,
        due > 0
          ? `${money(due, receipt)} is still due to the seller at handover.`
          : "The price is paid in full; nothing is due at handover.",
        `Please arrange the handover with ${contact(sale.sellerName, sale.sellerEmail, sale.sellerPhone, sale.sellerLocation)}.`,
      ],
      facts: [...amounts(receipt), ["Seller", receipt.sellerName]],
      link: { label: "Open the receipt", url: receiptAddress(config, receipt.bookingId) },
      note: `Your transaction id is ${receipt.transactionId}.`,
    }),
  };
}

/** To the seller: the car is sold, to whom, and what is still due to them. */
export function letterToSeller(config: Brand, receipt: ReceiptRow, sale: Sale): Written {
  const shop = config.BRAND_NAME;
  const due = dueAtHandover(receipt);
  return {
    subject: `Sold on ${shop}: ${receipt.item} (${receiptNumber(receipt.number)})`,
    ...writeLetter(config, {
      heading: "Your car is sold",
      greeting: receipt.sellerName,
      paragraphs: [
        `${receipt.buyerName} has paid for ${receipt.item}.`,
        due > 0
          ? `${money(due, receipt)} is still due to you from the buyer at handover.`
          : "The price is paid in full; nothing is due at handover.",
        `Please arrange the handover with ${contact(sale.buyerName, sale.buyerEmail, sale.buyerPhone, sale.buyerLocation)}.`,
      ],
      facts: [...amounts(receipt), ["Buyer", receipt.buyerName]],
      link: { label: "Open the receipt", url: receiptAddress(config, receipt.bookingId) },
    }),
  };
}

/** To the buyer: money goes back, how much and why. */
export function letterOfRefund(
  config: Brand,
  sale: Sale,
  refund: { amountMinor: number; currency: string; why: string },
): Written {
  const amount = formatMoney(refund.amountMinor, refund.currency);
  return {
    subject: `Your refund of ${amount} from ${config.BRAND_NAME}: ${sale.item}`,
    ...writeLetter(config, {
      heading: "Your money is on its way back",
      greeting: sale.buyerName,
      paragraphs: [
        `We have refunded ${amount} for ${sale.item} to the card that you paid with. Banks take up to ten days to show it.`,
      ],
      facts: [
        ["Car", sale.item],
        ["Refunded", amount],
        ["Why", refund.why],
      ],
      link: { label: "Open My Orders", url: `${shopAddress(config)}/dashboard/myorders` },
    }),
  };
}

/** To the buyer: a refund did not reach their card, and what happens next. */
export function letterOfFailedRefund(
  config: Brand & Pick<Config, "BRAND_PHONE">,
  sale: Sale,
  refund: { amountMinor: number; currency: string },
): Written {
  const amount = formatMoney(refund.amountMinor, refund.currency);
  return {
    subject: `Your refund of ${amount} from ${config.BRAND_NAME} failed: ${sale.item}`,
    ...writeLetter(config, {
      heading: "Your refund failed",
      greeting: sale.buyerName,
      paragraphs: [
        `Your refund of ${amount} for ${sale.item} failed: the money did not reach your card. This happens, for example, when a card has expired or its account was closed.`,
        `We are looking into it and will refund you again or contact you. You do not need to do anything. If your card has changed, or if you have a question, call us at ${config.BRAND_PHONE}.`,
      ],
      facts: [
        ["Car", sale.item],
        ["Refund that failed", amount],
      ],
      link: { label: "Open My Orders", url: `${shopAddress(config)}/dashboard/myorders` },
    }),
  };
}

function amounts(receipt: ReceiptRow): [string, string][] {
  return [
    ["Receipt", receiptNumber(receipt.number)],
    ["Car", receipt.item],
    ["Price", money(receipt.priceMinor, receipt)],
    ["Paid by card", money(receipt.paidMinor, receipt)],
    ["Due at handover", money(dueAtHandover(receipt), receipt)],
  ];
}

function dueAtHandover(receipt: ReceiptRow): number {
  return Math.max(0, receipt.priceMinor - receipt.paidMinor);
}

function money(minor: number, { currency }: ReceiptRow): string {
  return formatMoney(minor, currency);
}

function contact(name: string, ...ways: string[]): string {
  return `${name} (${ways.filter((way) => way !== "").join(", ")})`;
}

function receiptAddress(config: Brand, bookingId: string): string {
  return `${shopAddress(config)}/dashboard/receipt/${bookingId}`;
}
