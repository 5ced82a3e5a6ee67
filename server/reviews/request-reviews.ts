import { dueReviewEmail, otherSide, reviewSides, reviewStanding } from "#shared/reviews/review.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { reviewRequestEmail } from "./review-emails.ts";
import { listToRequest, readRequest, recordAsked, recordReminded } from "./review-request-store.ts";
import { lockSale } from "./review-store.ts";

const atOnce = 200;

/** Queues the emails that ask for reviews or remind of them. */
export async function requestReviews(
  { db, config }: Pick<Deps, "db" | "config">,
  now: Date,
): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const ids = await listToRequest(db, { now, after, limit: atOnce });
    for (const id of ids) await db.transaction((tx) => requestReviewsOf(tx, { config }, id, now));
    if (ids.length < atOnce) return;
    after = ids.at(-1)!;
  }
}

async function requestReviewsOf(
  tx: Executor,
  { config }: Pick<Deps, "config">,
  bookingId: string,
  now: Date,
): Promise<void> {
  const lockedSale = await lockSale(tx, bookingId);
  if (!lockedSale) return;
  const { sale, item, image } = lockedSale;
  for (const side of reviewSides) {
    const person = lockedSale[side];
    const kind = dueReviewEmail(sale, side, await readRequest(tx, bookingId, side), now);
    const { writeUntil } = reviewStanding(sale, side, now);
    // No one reviews an account that is gone, and a deleted account gets no email.
    if (!kind || !writeUntil || person.isDeleted || lockedSale[otherSide(side)].isDeleted) continue;
    if (kind === "ask") await recordAsked(tx, { bookingId, side, askedAt: now });
    else await recordReminded(tx, { bookingId, side, now });
    const { name } = person;
    const hasOtherWritten = sale.writtenAt[otherSide(side)] !== null;
    const request = { kind, side, name, item, image, bookingId, writeUntil, hasOtherWritten };
    await queueEmail(tx, {
      kind: kind === "ask" ? "review.asked" : "review.reminded",
      to: person.email,
      ...reviewRequestEmail(config, request),
    });
  }
}
