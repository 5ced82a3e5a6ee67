import { randomUUID } from "node:crypto";
import { reviewStanding, otherSide, type ReviewSide } from "#shared/reviews/review.ts";
import type { ReviewBody } from "#shared/reviews/review-contract.ts";
import type { CreatedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { bookingId, noSuchBooking } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { insertReview, lockSale } from "./review-store.ts";

/**
 * Writes one side's review of a paid sale: the buyer's about the seller, or the seller's about the buyer.
 * @throws AppError not_found if the booking is not the viewer's
 */
export async function writeReview(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  viewer: Viewer,
  given: string,
  { stars, text }: ReviewBody,
  now: Date,
): Promise<CreatedAnswer> {
  const id = randomUUID();
  const refusal = await db.transaction(async (tx) => {
    const lockedSale = await lockSale(tx, bookingId(given));
    const side = lockedSale && sideOf(lockedSale, viewer.accountId);
    if (!lockedSale || !side) throw noSuchBooking();
    const { sale } = lockedSale;
    if (sale.writtenAt[side]) return "You have written your review already.";
    if (sale.paidAt === null) return "You can review a sale that is paid and not refunded.";
    if (reviewStanding(sale, side, now).writeUntil === null)
      return "The time to review this sale is over.";
    const written = { ...sale, writtenAt: { ...sale.writtenAt, [side]: now } };
    await insertReview(tx, {
      id,
      bookingId: lockedSale.bookingId,
      side,
      authorId: viewer.accountId,
      subjectId: lockedSale[otherSide(side)].id,
      stars,
      text,
      createdAt: now,
      visibleFrom: reviewStanding(written, side, now).visibleFrom!,
    });
    return null;
  });
  if (refusal !== null) return { acknowledged: false, message: refusal };
  await catalogue.refresh();
  return { acknowledged: true, insertedId: id };
}

function sideOf(
  { buyer, seller }: { buyer: { id: string }; seller: { id: string } },
  accountId: string,
): ReviewSide | null {
  if (buyer.id === accountId) return "buyer";
  return seller.id === accountId ? "seller" : null;
}
