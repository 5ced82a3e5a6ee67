import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { listed } from "./example-car.ts";

const _id = "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11";
const review = {
  _id,
  stars: 5,
  text: "The car was exactly as described.",
  writtenAt: "2026-11-20T18:12:00.000Z",
  answer: { text: "Thank you, enjoy it.", at: "2026-11-21T08:00:00.000Z" },
};

/** Examples of calls about reviews and checks of sellers, for the API documentation. */
export const reviewExamples: Record<string, CallExamples> = {
  "GET /api/listings/:id/reviews": {
    parameters: { id: listed._id },
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
  },
  "GET /api/listings/:id/checks": {
    parameters: { id: listed._id },
    answers: {
      200: {
        "A seller who was checked": [
          { level: "email", checkedAt: null, validUntil: null },
          {
            level: "identity",
            checkedAt: "2026-11-20T10:00:00.000Z",
            validUntil: "2027-11-21T00:00:00.000Z",
          },
        ],
      },
    },
  },
  "POST /api/seller/:id/checks": {
    parameters: { id: _id },
    body: { "An identity document": { level: "identity", validUntil: "2027-11-20" } },
    answers: { 200: { Recorded: { acknowledged: true, insertedId: _id } } },
  },
  "POST /api/bookings/:id/review": {
    body: { "Five stars": { stars: 5, text: review.text } },
    answers: {
      200: {
        Written: { acknowledged: true, insertedId: _id },
        "Too late": { acknowledged: false, message: "The time to review this sale is over." },
      },
    },
  },
  "POST /api/reviews/:id/answer": {
    parameters: { id: _id },
    body: { Thanks: { text: review.answer.text } },
    answers: { 200: { Answered: { modifiedCount: 1 } } },
  },
  "PUT /api/reviews/:id/report": {
    parameters: { id: _id },
    body: { "An insult": { reason: "It insults my staff." } },
    answers: { 200: { Reported: { matchedCount: 1 } } },
  },
};
