import { z } from "zod";
import {
  createdAnswer,
  idParams,
  matchedAnswer,
  modifiedAnswer,
} from "#shared/outcomes/outcome-contract.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import {
  answerBody,
  ownReviewsQuery,
  removeReviewBody,
  reportedReview,
  reportReviewBody,
  reviewBody,
  saleReviews,
  sellerReviews,
  sellerReviewsQuery,
} from "#shared/reviews/review-contract.ts";
import type { Deps } from "#server/deps.ts";
import { exampleListing, requireShown } from "#server/listings/public.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { answerReview } from "./answer-review.ts";
import { listOwnReviews, listReportedReviews, readSellerReviews } from "./list-reviews.ts";
import { reportReview } from "./report-review.ts";
import { dismissReviewReports, removeReview } from "./settle-review-reports.ts";
import { writeReview } from "./write-review.ts";

/** Reviews of paid sales: writing, answering, reporting, and the admins' decisions. */
export function reviewRoutes(app: App, deps: Deps): void {
  app.get(
    "/api/listings/:id/reviews",
    {
      schema: {
        summary: "Read what buyers say about the seller of a car",
        params: idParams,
        querystring: sellerReviewsQuery,
        response: { 200: sellerReviews },
      },
      config: {
        priority: "optional",
        waits: "visitors",
        refusals: [410],
        examples: sellerReviewExamples,
      },
    },
    async (request) => {
      const now = new Date();
      const id = requireShown(deps.catalogue, request.params.id, now);
      const { cursor } = request.query;
      return deps.visitors.read((db) => readSellerReviews({ db }, id, now, cursor));
    },
  );
  app.get(
    "/api/reviews",
    {
      schema: {
        summary: "List your sales and purchases with their reviews",
        querystring: ownReviewsQuery,
        response: { 200: z.array(saleReviews) },
      },
      config: { priority: "optional" },
    },
    async (request, reply) => {
      const page = await listOwnReviews(deps, viewerOf(request), request.query, new Date());
      sendPage(request, reply, page);
      return page.sales;
    },
  );
  app.post(
    "/api/bookings/:id/review",
    {
      schema: {
        summary: "Review the other side of a paid sale",
        params: idParams,
        body: reviewBody,
        response: { 200: createdAnswer },
      },
      config: {
        priority: "essential",
        rateLimit: limits.review,
        examples: {
          body: { "Five stars": { stars: 5, text: review.text } },
          answers: {
            200: {
              Written: { acknowledged: true, insertedId: "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11" },
              "Too late": { acknowledged: false, message: "The time to review this sale is over." },
            },
          },
        },
      },
    },
    (request) => writeReview(deps, viewerOf(request), request.params.id, request.body, new Date()),
  );
  app.post(
    "/api/reviews/:id/answer",
    {
      schema: {
        summary: "Answer a buyer's review of you, once",
        params: idParams,
        body: answerBody,
        response: { 200: modifiedAnswer },
      },
      config: {
        priority: "optional",
        rateLimit: limits.review,
        examples: {
          parameters: { id: review._id },
          body: { Thanks: { text: review.answer.text } },
          answers: { 200: { Answered: { modifiedCount: 1 } } },
        },
      },
    },
    (request) =>
      answerReview(deps, viewerOf(request), request.params.id, request.body.text, new Date()),
  );
  app.put(
    "/api/reviews/:id/report",
    {
      schema: {
        summary: "Report a review",
        params: idParams,
        body: reportReviewBody,
        response: { 200: matchedAnswer },
      },
      config: {
        priority: "optional",
        rateLimit: limits.reviewReport,
        examples: {
          parameters: { id: review._id },
          body: { "An insult": { reason: "It insults my staff." } },
          answers: { 200: { Reported: { matchedCount: 1 } } },
        },
      },
    },
    (request) =>
      reportReview(deps, viewerOf(request), request.params.id, request.body.reason, new Date()),
  );
  moderationOfReviews(app, deps);
}

function moderationOfReviews(app: App, deps: Deps): void {
  app.get(
    "/api/reviews/reported",
    {
      schema: {
        summary: "List the reported reviews",
        querystring: pageQuery,
        response: { 200: z.array(reportedReview) },
      },
      config: { priority: "optional" },
    },
    async (request, reply) => {
      const page = await listReportedReviews(deps, request.query);
      sendPage(request, reply, page);
      return page.reviews;
    },
  );
  app.post(
    "/api/reviews/:id/dismiss",
    {
      schema: {
        summary: "Dismiss a review's reports",
        params: idParams,
        response: { 200: modifiedAnswer },
      },
      config: { priority: "optional" },
    },
    (request) => dismissReviewReports(deps, viewerOf(request), request.params.id, new Date()),
  );
  app.post(
    "/api/reviews/:id/remove",
    {
      schema: {
        summary: "Remove a review",
        params: idParams,
        body: removeReviewBody,
        response: { 200: modifiedAnswer },
      },
      config: {
        priority: "optional",
        examples: { body: { "With a reason": { reason: "It insults the seller." } } },
      },
    },
    (request) =>
      removeReview(deps, viewerOf(request), request.params.id, request.body.reason, new Date()),
  );
}

const review = {
  _id: "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11",
  stars: 5,
  text: "The car was exactly as described.",
  writtenAt: "2026-11-20T18:12:00.000Z",
  answer: { text: "Thank you, enjoy it.", at: "2026-11-21T08:00:00.000Z" },
};

const sellerReviewExamples: CallExamples = {
  parameters: { id: exampleListing._id },
  answers: {
    200: {
      "A seller with reviews": {
        count: 4,
        average: 4.5,
        spread: [0, 0, 1, 0, 3],
        reviews: [{ ...review, item: "BMW X3" }],
        nextCursor: null,
      },
      "Fewer than three": {
        count: 1,
        average: null,
        spread: [0, 0, 0, 0, 1],
        reviews: [],
        nextCursor: null,
      },
    },
  },
};
