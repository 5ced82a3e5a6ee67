import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { reviewRemovedEmail, reviewReportEmail } from "./review-emails.ts";
import { noSuchReview, reviewId } from "./review-id.ts";
import { closeReviewReports } from "./review-report-store.ts";
import { lockReview, markReviewRemoved, type LockedReview } from "./review-store.ts";
import type { ReviewOutcome } from "./review-table.ts";

type SettleDeps = Pick<Deps, "db" | "config" | "catalogue">;
type Settled = { review: LockedReview; adminId: string; outcome: ReviewOutcome; now: Date };

/** Settles a review's reports; the review stays. The reporters are emailed. @throws AppError not_found */
export async function dismissReviewReports(
  { db, config }: SettleDeps,
  viewer: Viewer,
  given: string,
  now: Date,
): Promise<ModifiedAnswer> {
  const reports = await db.transaction(async (tx) => {
    const review = await lockReview(tx, reviewId(given));
    if (!review) throw noSuchReview();
    const settled = { review, adminId: viewer.accountId, outcome: "dismissed", now } as const;
    const closed = await settleReports(tx, config, settled);
    if (closed > 0)
      await recordAudit(tx, {
        actorId: viewer.accountId,
        action: "review.dismiss",
        subjectId: review.bookingId,
        details: { reports: closed },
      });
    return closed;
  });
  return reports > 0
    ? { modifiedCount: 1 }
    : { modifiedCount: 0, message: "There are no open reports of this review." };
}

/** Removes a review and settles its reports. Its author is emailed the reason. @throws AppError not_found */
export async function removeReview(
  { db, config, catalogue }: SettleDeps,
  viewer: Viewer,
  given: string,
  reason: string,
  now: Date,
): Promise<ModifiedAnswer> {
  const isRemoved = await db.transaction(async (tx) => {
    const review = await lockReview(tx, reviewId(given));
    if (!review) throw noSuchReview();
    const adminId = viewer.accountId;
    if (!(await markReviewRemoved(tx, { id: review.id, adminId, reason, now }))) return false;
    const reports = await settleReports(tx, config, { review, adminId, outcome: "removed", now });
    await recordAudit(tx, {
      actorId: adminId,
      action: "review.remove",
      subjectId: review.bookingId,
      details: { reason, reports, writtenBy: review.side },
    });
    await queueEmail(tx, {
      kind: "review.removed",
      to: review.authorEmail,
      ...reviewRemovedEmail(config, { name: review.authorName, item: review.item, reason }),
    });
    return true;
  });
  if (!isRemoved) return { modifiedCount: 0, message: "This review was removed before." };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}

async function settleReports(
  tx: Executor,
  config: Config,
  { review, adminId, outcome, now }: Settled,
): Promise<number> {
  const settled = { reviewId: review.id, adminId, outcome, now };
  const { count, reporters } = await closeReviewReports(tx, settled);
  for (const { name, email } of reporters)
    await queueEmail(tx, {
      kind: `review_report.${outcome}`,
      to: email,
      ...reviewReportEmail(config, { name, item: review.item, outcome }),
    });
  return count;
}
