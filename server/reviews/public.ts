// Exports for other features.
export { answerReview } from "./answer-review.ts";
export { readSellerReviews } from "./list-reviews.ts";
export { countReportedReviews } from "./review-report-store.ts";
export { asReviewedSale, saleColumns } from "./review-store.ts";
export { writeReview } from "./write-review.ts";
