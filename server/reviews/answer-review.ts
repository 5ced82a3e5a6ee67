import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { noSuchReview, reviewId } from "./review-id.ts";
import { lockReview, setAnswer } from "./review-store.ts";

/** The seller's answer to a buyer's review, once. @throws AppError not_found unless it is about the viewer and visible */
export async function answerReview(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  viewer: Viewer,
  given: string,
  text: string,
  now: Date,
): Promise<ModifiedAnswer> {
  const isNew = await db.transaction(async (tx) => {
    const review = await lockReview(tx, reviewId(given));
    const isAboutViewer = review?.side === "buyer" && review.subjectId === viewer.accountId;
    if (!isAboutViewer || review.visibleFrom > now || review.removedAt) throw noSuchReview();
    return setAnswer(tx, { id: review.id, text, now });
  });
  if (!isNew) return { modifiedCount: 0, message: "You have answered this review already." };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}
