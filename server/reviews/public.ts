// Exports for other features.
export { readSellerReviews } from "./list-reviews.ts";
export { countReportedReviews } from "./review-report-store.ts";
export { asReviewedSale, saleColumns } from "./review-store.ts";
