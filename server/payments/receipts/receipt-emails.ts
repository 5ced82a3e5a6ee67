import { formatMoney } from "#shared/money/money.ts";
import { receiptNumber } from "#shared/receipts/receipt-format.ts";
import { isolate } from "#shared/text/isolate.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";
import { emailPicture, writeEmail, type EmailPicture } from "#server/email/public.ts";
import type { ReceiptRow, Sale } from "./receipt-store.ts";

type Brand = Pick<Config, "BRAND_NAME" | "PUBLIC_URL" | "PORT">;
type Written = { subject: string; text: string; html: string };

/** To the buyer after the payment: amount paid, amount due, and the seller's contact. */
export function buyerReceiptEmail(config: Brand, receipt: ReceiptRow, sale: Sale): Written {
  const shop = config.BRAND_NAME;
  const due = dueAtHandover(receipt);
  return {
    subject: `Your receipt ${receiptNumber(receipt.number)} from ${shop}: ${isolate(receipt.item)}`,
    ...writeEmail(config, {
      heading: "We received your payment",
      greeting: receipt.buyerName,
      picture: pictureOfSale(config, sale),
      paragraphs: [
        `Thank you. ${isolate(receipt.item)} is now yours.`,
        due > 0
          ? `${money(due, receipt)} is still due to the seller at handover.`
          : "The price is paid in full. Nothing is due at handover.",
        `Please arrange the handover with ${contact(sale.sellerName, sale.sellerEmail, sale.sellerPhone, sale.sellerLocation)}.`,
      ],
      facts: [...amounts(receipt), ["Seller", receipt.sellerName]],
      link: { label: "Open the receipt", url: receiptAddress(config, receipt.bookingId) },
      note: `Your transaction ID is ${receipt.transactionId}.`,
    }),
  };
}

/** To the seller after the payment: the buyer's contact and the amount due. */
export function sellerReceiptEmail(config: Brand, receipt: ReceiptRow, sale: Sale): Written {
  const shop = config.BRAND_NAME;
  const due = dueAtHandover(receipt);
  return {
    subject: `Sold on ${shop}: ${isolate(receipt.item)} (${receiptNumber(receipt.number)})`,
    ...writeEmail(config, {
      heading: "Your car is sold",
      greeting: receipt.sellerName,
      picture: pictureOfSale(config, sale),
      paragraphs: [
        `${isolate(receipt.buyerName)} has paid for ${isolate(receipt.item)}.`,
        due > 0
          ? `${money(due, receipt)} is still due to you from the buyer at handover.`
          : "The price is paid in full. Nothing is due at handover.",
        `Please arrange the handover with ${contact(sale.buyerName, sale.buyerEmail, sale.buyerPhone, sale.buyerLocation)}.`,
      ],
      facts: [...amounts(receipt), ["Buyer", receipt.buyerName]],
      link: { label: "Open the receipt", url: receiptAddress(config, receipt.bookingId) },
    }),
  };
}

/** To the buyer: a refund was made, with amount and reason. */
export function refundEmail(
  config: Brand,
  sale: Sale,
  refund: { amountMinor: number; currency: string; why: string },
): Written {
  const amount = formatMoney(refund.amountMinor, refund.currency);
  return {
    subject: `Your refund of ${amount} from ${config.BRAND_NAME}: ${isolate(sale.item)}`,
    ...writeEmail(config, {
      heading: "Your refund is on its way",
      greeting: sale.buyerName,
      picture: pictureOfSale(config, sale),
      paragraphs: [
        `We refunded ${amount} for ${isolate(sale.item)} to the card you paid with. It can take your bank up to ten days to show it.`,
      ],
      facts: [
        ["Car", sale.item],
        ["Refunded", amount],
        ["Reason", refund.why],
      ],
      link: { label: "Open My Orders", url: `${shopAddress(config)}/dashboard/myorders` },
    }),
  };
}

/** To the buyer: a refund failed, and what happens next. */
export function failedRefundEmail(
  config: Brand & Pick<Config, "BRAND_PHONE">,
  sale: Sale,
  refund: { amountMinor: number; currency: string },
): Written {
  const amount = formatMoney(refund.amountMinor, refund.currency);
  return {
    subject: `Your refund of ${amount} from ${config.BRAND_NAME} failed: ${isolate(sale.item)}`,
    ...writeEmail(config, {
      heading: "Your refund failed",
      greeting: sale.buyerName,
      picture: pictureOfSale(config, sale),
      paragraphs: [
        `Your refund of ${amount} for ${isolate(sale.item)} did not reach your card. This can happen when a card has expired or its account was closed.`,
        `You do not need to do anything: we will refund you again or contact you. If your card has changed or you have questions, call us at ${config.BRAND_PHONE}.`,
      ],
      facts: [
        ["Car", sale.item],
        ["Failed refund", amount],
      ],
      link: { label: "Open My Orders", url: `${shopAddress(config)}/dashboard/myorders` },
    }),
  };
}

function pictureOfSale(config: Brand, { image, item }: Sale): EmailPicture {
  return emailPicture(config, { image, name: item });
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
  return `${isolate(name)} (${ways.filter((way) => way !== "").join(", ")})`;
}

function receiptAddress(config: Brand, bookingId: string): string {
  return `${shopAddress(config)}/dashboard/receipt/${bookingId}`;
}
