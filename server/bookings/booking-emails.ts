import { formatMoney } from "#shared/money/money.ts";
import { receiptMoment } from "#shared/receipts/receipt-format.ts";
import { isolate } from "#shared/text/isolate.ts";
import type { Deps } from "#server/deps.ts";
import {
  emailPicture,
  queueEmail,
  writeEmail,
  type EmailPicture,
  type NewEmail,
} from "#server/email/public.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readEmailFacts, type EmailFacts } from "./booking-email-store.ts";

type Brand = Pick<Config, "BRAND_NAME" | "PUBLIC_URL" | "PORT">;
type Written = { subject: string; text: string; html: string };

/** Queues the emails to buyer and seller about a new booking, in the transaction that creates it. */
export async function queueBookedEmails(
  tx: Executor,
  { config }: Pick<Deps, "config">,
  bookingId: string,
): Promise<void> {
  for (const booking of await readEmailFacts(tx, [bookingId]))
    await queueEmail(
      tx,
      { kind: "booking.buyer", to: booking.buyer.email, ...bookingEmail(config, booking) },
      { kind: "booking.seller", to: booking.seller.email, ...reservationEmail(config, booking) },
    );
}

/**
 * Queues the emails to buyers and sellers about holds that ended unpaid, in the transaction that ends them. Deleted
 * accounts get none. The seller of a removed car gets the removal email instead.
 */
export async function queueReleasedEmails(
  tx: Executor,
  { config }: { config: Config },
  bookingIds: string[],
): Promise<void> {
  if (bookingIds.length === 0) return;
  const bookings = await readEmailFacts(tx, bookingIds);
  const toBuyers = bookings
    .filter((booking) => !booking.buyer.isDeleted)
    .map((booking): NewEmail => {
      const content = releaseEmail(config, booking);
      return { kind: "released.buyer", to: booking.buyer.email, ...content };
    });
  const toSellers = bookings.filter(isFreeAgain).map((booking): NewEmail => {
    const content = listingFreeAgainEmail(config, booking);
    return { kind: "released.seller", to: booking.seller.email, ...content };
  });
  await queueEmail(tx, ...toBuyers, ...toSellers);
}

function isFreeAgain({ isOnSale, state, isEndedByBuyer }: EmailFacts): boolean {
  return isOnSale && (state === "expired" || isEndedByBuyer);
}

/** To the buyer: what they booked, how long the car is held, and where to pay. */
function bookingEmail(config: Brand, booking: EmailFacts): Written {
  const until = heldUntil(booking);
  const money = (minor: number) => formatMoney(minor, booking.currency);
  return {
    subject: `Reserved for you on ${config.BRAND_NAME}: ${isolate(booking.item)}`,
    ...writeEmail(config, {
      heading: "The car is reserved for you",
      greeting: booking.buyer.name,
      picture: pictureOfBooked(config, booking),
      paragraphs: [
        `We hold ${isolate(booking.item)} for you until ${until}. Pay by then and it is yours; otherwise it is free for others again.`,
      ],
      facts: [
        ["Car", booking.item],
        ["Price", money(booking.priceMinor)],
        ["To pay by card", money(booking.dueNowMinor)],
        ["Held until", until],
      ],
      link: { label: "Pay now", url: `${shopAddress(config)}/dashboard/payment/${booking.id}` },
      note: "You can cancel the booking in My Orders until you have paid.",
    }),
  };
}

/** To the seller: their car is reserved, and until when. They learn who the buyer is once it is paid. */
function reservationEmail(config: Brand, booking: EmailFacts): Written {
  const until = heldUntil(booking);
  return {
    subject: `Reserved on ${config.BRAND_NAME}: ${isolate(booking.item)}`,
    ...writeEmail(config, {
      heading: "Your car is reserved",
      greeting: booking.seller.name,
      picture: pictureOfBooked(config, booking),
      paragraphs: [
        `A buyer has reserved ${isolate(booking.item)} until ${until}. No one else can book it during that time, and you cannot delete it.`,
        "We write to you again when it is paid, or free again.",
      ],
      facts: [
        ["Car", booking.item],
        ["Price", formatMoney(booking.priceMinor, booking.currency)],
        ["Reserved until", until],
      ],
      link: { label: "Open My Products", url: `${shopAddress(config)}/dashboard/myproduct` },
    }),
  };
}

/** To the buyer: the car is no longer held for them, and why. */
function releaseEmail(config: Brand, booking: EmailFacts): Written {
  const { item } = booking;
  return {
    subject: `No longer reserved for you on ${config.BRAND_NAME}: ${isolate(item)}`,
    ...writeEmail(config, {
      heading: "Your reservation has ended",
      greeting: booking.buyer.name,
      picture: pictureOfBooked(config, booking),
      paragraphs: [whyReleased(booking), "Your card was not charged."],
      facts: [["Car", item]],
      link: { label: "Open My Orders", url: `${shopAddress(config)}/dashboard/myorders` },
    }),
  };
}

function whyReleased({ item, state, isEndedByBuyer, isOnSale }: EmailFacts): string {
  const others = isOnSale ? " The car is free for others again." : "";
  if (state === "expired")
    return `Your reservation of ${isolate(item)} expired before it was paid.${others}`;
  if (isEndedByBuyer) return `You canceled your booking of ${isolate(item)}.${others}`;
  return `${isolate(item)} is no longer for sale, so your reservation of it has ended.`;
}

/** To the seller: their car can be booked again. */
function listingFreeAgainEmail(config: Brand, booking: EmailFacts): Written {
  const { item, state } = booking;
  const cause = state === "expired" ? "expired before it was paid" : "was canceled by the buyer";
  return {
    subject: `No longer reserved on ${config.BRAND_NAME}: ${isolate(item)}`,
    ...writeEmail(config, {
      heading: "Your car is free again",
      greeting: booking.seller.name,
      picture: pictureOfBooked(config, booking),
      paragraphs: [`The reservation of ${isolate(item)} ${cause}. The next buyer can book it.`],
      facts: [["Car", item]],
      link: { label: "Open My Products", url: `${shopAddress(config)}/dashboard/myproduct` },
    }),
  };
}

function pictureOfBooked(config: Brand, { image, item }: EmailFacts): EmailPicture {
  return emailPicture(config, { image, name: item });
}

function heldUntil({ expiresAt }: EmailFacts): string {
  return receiptMoment(expiresAt.toISOString());
}
