import type {
  SavedSearch,
  SaveSearchAnswer,
} from "#shared/saved-searches/saved-search-contract.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";

const savedSearch: SavedSearch = {
  _id: "d2b0c6f4-51a7-4a3e-9d0b-6f2f4f0f8a31",
  name: "Mercedes-Benz C Class, station wagon, up to $15,000",
  search: "make=Mercedes-Benz&model=C+Class&body=estate&priceMax=15000",
  parts: [
    { part: "make", label: "Mercedes-Benz" },
    { part: "model", label: "C Class" },
    { part: "body", label: "Station wagon" },
    { part: "price", label: "Up to $15,000" },
  ],
  total: 41,
  newCount: 2,
  seenAt: "2026-11-21T18:40:00.000Z",
  emailsOn: true,
  createdAt: "2026-11-20T08:15:00.000Z",
};
const { _id, name, search } = savedSearch;
const saved: SaveSearchAnswer = { acknowledged: true, insertedId: _id, name };
const parameters = { id: _id };

/** Examples of calls about saved searches, for the API documentation. A test checks them against the schemas. */
export const savedSearchExamples: Record<string, CallExamples> = {
  "GET /api/saved-searches": { answers: { 200: { "Saved searches": [savedSearch] } } },
  "POST /api/saved-searches": {
    body: { "Named by the shop": { search }, "With a name": { search, name: "Weekend car" } },
    answers: {
      200: {
        Saved: saved,
        "Saved before": {
          acknowledged: false,
          message: `You already saved this search as “${name}”.`,
          name,
        },
      },
    },
  },
  "PATCH /api/saved-searches/:id": {
    parameters,
    body: { "Another name": { name: "Weekend car" }, "No emails": { emailsOn: false } },
    answers: { 200: { Changed: { modifiedCount: 1 } } },
  },
  "DELETE /api/saved-searches/:id": {
    parameters,
    answers: { 200: { Removed: { deletedCount: 1 } } },
  },
  "POST /api/saved-searches/unsubscribe": {
    answers: { 200: { "No more emails": { modifiedCount: 1 } } },
  },
};
