import { accountJobs } from "#server/account-management/account-jobs.ts";
import { bookingJobs } from "#server/booking-management/booking-jobs.ts";
import { carHistoryJobs } from "#server/car-history/car-history-jobs.ts";
import { catalogueJobs } from "#server/catalogue/catalogue-jobs.ts";
import { identityJobs } from "#server/identity/identity-jobs.ts";
import { feedJobs } from "#server/feeds/feed-jobs.ts";
import { imageJobs } from "#server/images/image-jobs.ts";
import { feedPhotoJobs } from "#server/feed-photos/feed-photo-jobs.ts";
import { limitJobs } from "#server/limits/limit-jobs.ts";
import { emailJobs } from "#server/email-delivery/email-jobs.ts";
import { privacyJobs } from "#server/privacy/privacy-jobs.ts";
import { paymentJobs } from "#server/payments/payment-jobs.ts";
import { freshnessJobs } from "#server/freshness/freshness-jobs.ts";
import { sellerCheckJobs } from "#server/seller-checks/seller-check-jobs.ts";
import { reviewJobs } from "#server/reviews/review-jobs.ts";
import { reusedPhotoJobs } from "#server/reused-photos/reused-photo-jobs.ts";
import { savedSearchJobs } from "#server/saved-searches/saved-search-jobs.ts";
import { valuationJobs } from "#server/valuation/valuation-jobs.ts";
import { viewJobs } from "#server/seller-stats/view-jobs.ts";
import { webhookJobs } from "#server/webhooks/webhook-jobs.ts";
import { systemJobs } from "#server/system/system-jobs.ts";
import { withAdvisoryLock } from "#server/platform/database/with-advisory-lock.ts";
import type { Deps } from "#server/deps.ts";

/** Creates every queue and starts its workers. With several processes, each job runs in only one. */
export async function startJobs(deps: Deps): Promise<void> {
  // One at a time, because processes that create queues at the same time can deadlock in PostgreSQL.
  await withAdvisoryLock(deps, "jobs.start", () => startAll({ ...deps, ...deps.background }));
}

async function startAll(deps: Deps): Promise<void> {
  await bookingJobs(deps);
  await paymentJobs(deps);
  await emailJobs(deps);
  await identityJobs(deps);
  await imageJobs(deps);
  await limitJobs(deps);
  await catalogueJobs(deps);
  await carHistoryJobs(deps);
  await freshnessJobs(deps);
  await reviewJobs(deps);
  await sellerCheckJobs(deps);
  await savedSearchJobs(deps);
  await valuationJobs(deps);
  await viewJobs(deps);
  await feedJobs(deps);
  await feedPhotoJobs(deps);
  await reusedPhotoJobs(deps);
  await webhookJobs(deps);
  await accountJobs(deps);
  await privacyJobs(deps);
  await systemJobs(deps);
}
