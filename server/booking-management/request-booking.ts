import { pictureOf } from "#shared/listings/illustration.ts";
import { randomUUID } from "node:crypto";
import { bookingRefusals, type BookingRefusal } from "#shared/bookings/booking.ts";
import type { BookedAnswer, CreateBookingBody } from "#shared/bookings/booking-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { toMinor } from "#shared/money/money.ts";
import { amountDueNow } from "#shared/payments/payment-charge.ts";
import { inAccountTurn } from "#server/accounts/public.ts";
import { releaseBooking } from "#server/payments/public.ts";
import type { Deps } from "#server/deps.ts";
import { lockListingForShare } from "#server/listings/public.ts";
import {
  listListingsNamed,
  countHolds,
  countHoldsFrom,
  findTaker,
  lockBuyer,
} from "./request-store.ts";
import { hashAddress } from "#server/limits/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { decideBooking } from "./decide-booking.ts";
import { endHolds, insertHold, queueBookedEmails } from "#server/bookings/public.ts";
import { readBooking } from "./read-booking.ts";

// If more cars than this share a name, a booking by name finds none of them.
const mostNamesakes = 5_000;

/**
 * Reserves a car for the viewer, whose IP address is `ip`. A refusal by the shop's rules is returned with its reason,
 * not thrown.
 * @throws AppError token_invalid if the buyer's account was deleted in the meantime; too_many_requests while it is being
 * updated
 */
export async function requestBooking(
  deps: Pick<Deps, "db" | "config" | "catalogue" | "provider" | "log">,
  viewer: Viewer,
  body: CreateBookingBody,
  ip: string,
): Promise<BookedAnswer> {
  let outcome = await tryBooking(deps, viewer, body, ip);
  if ("releasing" in outcome) {
    // Another buyer's hold expired after their payment began. Once the provider has canceled it, the car is free.
    for (const id of outcome.releasing) await releaseBooking(deps, id);
    outcome = await tryBooking(deps, viewer, body, ip);
  }
  if ("id" in outcome) {
    count("bookingRequests", { outcome: "booked" });
    const reading = readBooking(deps, viewer, outcome.id);
    const [booking] = await Promise.all([reading, deps.catalogue.refresh()]);
    return { acknowledged: true, insertedId: outcome.id, booking };
  }
  const refusal = "refusal" in outcome ? outcome.refusal : "taken";
  count("bookingRequests", { outcome: refusal });
  return { acknowledged: false, message: bookingRefusals[refusal] };
}

type Outcome = { id: string } | { refusal: BookingRefusal } | { releasing: string[] };

function tryBooking(
  { db, config }: Pick<Deps, "db" | "config">,
  viewer: Viewer,
  body: CreateBookingBody,
  ip: string,
): Promise<Outcome> {
  const most = config.RATE_LIMITS === "on" ? config.HOLDS_PER_ADDRESS : 0;
  // Stored only if holds are limited per IP address.
  const heldFrom = most > 0 ? hashAddress(ip) : null;
  return inAccountTurn(db, viewer.accountId, async (tx): Promise<Outcome> => {
    const buyer = await lockSoon(tx, () => lockBuyer(tx, viewer.accountId));
    if (!buyer) throw new AppError("token_invalid");
    const listingId = body.productId ?? (await findByNameAndImage(tx, body));
    const listing = listingId === null ? null : await lockListingForShare(tx, listingId);
    const taker = listing && (await findTaker(tx, listing.id));
    const holds = await countHolds(tx, viewer.accountId);
    const refusal = decideBooking({
      buyerId: viewer.accountId,
      listing,
      taker,
      priceMinor: toMinor(body.price, config.CURRENCY),
      needsConfirmation: config.BOOKING_NEEDS_CONFIRMED_EMAIL && !buyer.isConfirmed,
      holds,
      isAddressFull: heldFrom !== null && (await countHoldsFrom(tx, heldFrom)) >= most,
    });
    if (refusal || !listing) return { refusal: refusal ?? "unknown_item" };
    const { releasing } = await endHolds(tx, { config }, { lapsedOf: listing.id }, "expired", {
      actorId: null,
      why: "hold expired; another buyer booked the car",
    });
    if (releasing.length > 0) return { releasing };
    const id = randomUUID();
    const isHeld = await insertHold(tx, {
      id,
      listingId: listing.id,
      buyerId: viewer.accountId,
      item: listing.name,
      image: pictureOf(listing),
      priceMinor: listing.resalePriceMinor,
      dueNowMinor: amountDueNow(listing.resalePriceMinor, config.PAYMENT_CHARGE, config.CURRENCY),
      currency: config.CURRENCY,
      name: viewer.name,
      email: viewer.email,
      phone: body.phone,
      location: body.location,
      heldFrom,
      holdHours: config.BOOKING_HOLD_HOURS,
    });
    if (!isHeld) return { refusal: "taken" };
    await queueBookedEmails(tx, { config }, id);
    return { id };
  });
}

// The specified body has no id: the car is the free one with exactly this name and picture.
async function findByNameAndImage(
  tx: Executor,
  { item, image }: CreateBookingBody,
): Promise<string | null> {
  const namesakes = await listListingsNamed(tx, item, mostNamesakes + 1);
  if (namesakes.length > mostNamesakes) return null;
  const lookalikes = namesakes.filter((listing) => pictureOf(listing) === image);
  return lookalikes.length === 1 ? lookalikes[0]!.id : null;
}
