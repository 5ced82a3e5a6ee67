import { randomUUID } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import type { MatchedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { withLockedAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { noSuchReview, reviewId } from "./review-id.ts";
import { insertReviewReport } from "./review-report-store.ts";
import { lockReview } from "./review-store.ts";

/**
 * Reports a review to the admins, once per user. A seller's review of a buyer can be reported only by that buyer.
 * @throws AppError not_found if the viewer cannot see it, token_invalid if the account was just deleted
 */
export async function reportReview(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  given: string,
  reason: string,
  now: Date,
): Promise<MatchedAnswer> {
  const isNew = await withLockedAccount(db, viewer.accountId, async (tx, account) => {
    if (!account) throw new AppError("token_invalid");
    const review = await lockReview(tx, reviewId(given));
    if (!review || review.visibleFrom > now || review.removedAt) throw noSuchReview();
    if (review.authorId === viewer.accountId) throw noSuchReview();
    if (review.side === "seller" && review.subjectId !== viewer.accountId) throw noSuchReview();
    return insertReviewReport(tx, {
      id: randomUUID(),
      reviewId: review.id,
      reporterId: viewer.accountId,
      reason,
      createdAt: now,
    });
  });
  if (!isNew) return { matchedCount: 0, message: "You have reported this review already." };
  return { matchedCount: 1 };
}
