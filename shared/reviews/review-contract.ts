import { z } from "zod";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import { requiredText } from "#shared/text/text.ts";
import { reviewSides, secondReviewDays } from "./review.ts";

const stars = z.number().int().min(1).max(5);

/** POST /bookings/{id}/review. */
export const reviewBody = z.object({
  stars: z
    .number("Choose 1 to 5 stars.")
    .int("Choose 1 to 5 stars.")
    .min(1, "Choose 1 to 5 stars.")
    .max(5, "Choose 1 to 5 stars."),
  text: requiredText(2_000, "Your review"),
});
export type ReviewBody = z.infer<typeof reviewBody>;

/** POST /reviews/{id}/answer. */
export const answerBody = z.object({ text: requiredText(2_000, "Your answer") });
/** PUT /reviews/{id}/report. */
export const reportReviewBody = z.object({ reason: requiredText(1_000, "Reason") });
/** POST /reviews/{id}/remove. The author sees the reason. */
export const removeReviewBody = z.object({ reason: requiredText(500, "Reason") });

const answer = z.object({ text: z.string(), at: z.string() }).nullable();

/** GET /listings/{id}/reviews */
export const sellerReviewsQuery = pageQuery.pick({ cursor: true });

/** GET /listings/{id}/reviews: what buyers who paid say about the seller. */
export const sellerReviews = z.object({
  count: z.number().int(),
  average: z.number().nullable().describe("Of the stars; null for fewer than three reviews"),
  spread: z.array(z.number().int()).describe("How many gave one, two, three, four and five stars"),
  reviews: z
    .array(
      z.object({
        _id: z.string(),
        stars,
        text: z.string(),
        item: z.string().describe("The car that was bought"),
        writtenAt: z.string(),
        answer,
      }),
    )
    .describe("The newest first, at most ten"),
  nextCursor: z.string().nullable().describe("For the older ones; null if there are none"),
});
export type SellerReviews = z.infer<typeof sellerReviews>;

const ownReview = z.object({
  _id: z.string(),
  stars,
  text: z.string(),
  writtenAt: z.string(),
  answer,
  removalReason: z.string().nullable().describe("Why an admin removed it; null while it stands"),
});

/** GET /reviews: a sale of the caller, with what both sides wrote about each other. */
export const saleReviews = z.object({
  bookingId: z.string(),
  item: z.string(),
  side: z.enum(reviewSides).describe("What the caller is in this sale"),
  otherName: z.string(),
  paidAt: z.string(),
  own: ownReview.nullable(),
  other: ownReview.nullable().describe(`null until both wrote or ${secondReviewDays} days passed`),
  writeUntil: z.string().nullable(),
  visibleFrom: z.string().nullable().describe("When the caller's review appears, if it is hidden"),
  allowedActions: z.array(z.enum(["write", "answer", "report"])),
});
export type SaleReviews = z.infer<typeof saleReviews>;

export const ownReviewsQuery = pageQuery.extend({
  booking: z.uuid("This is not a booking's id.").optional(),
});

/** GET /reviews/reported, for admins. */
export const reportedReview = z.object({
  _id: z.string(),
  bookingId: z.string(),
  item: z.string(),
  side: z.enum(reviewSides).describe("Who wrote it"),
  authorName: z.string(),
  subjectName: z.string(),
  stars,
  text: z.string(),
  answer: z.string().nullable(),
  writtenAt: z.string(),
  reports: z.array(z.object({ name: z.string(), reason: z.string(), reportedAt: z.string() })),
  allowedActions: z.array(z.enum(["dismiss", "remove"])),
});
export type ReportedReview = z.infer<typeof reportedReview>;
