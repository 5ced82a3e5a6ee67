import { z } from "zod";
import { searchQuery } from "./search-contract.ts";

/** GET /listings/suggestions: what is being typed, and the filters that are set already. */
export const suggestionQuery = searchQuery.omit({
  sort: true,
  limit: true,
  cursor: true,
  facets: true,
});
export type SuggestionQuery = z.infer<typeof suggestionQuery>;

const suggestion = z.object({
  kind: z
    .enum(["search", "make", "model"])
    .describe("`search` is what was typed, as it is understood"),
  label: z.string().describe("For example `C Class · Station wagon · Diesel`"),
  total: z.number().int().describe("How many cars the search finds"),
  search: z.string().describe("The URL parameters of the search"),
});
export type Suggestion = z.infer<typeof suggestion>;

export const suggestionsAnswer = z.object({
  suggestions: z.array(suggestion).describe("What was typed, then makes, then models"),
});
export type SuggestionsAnswer = z.infer<typeof suggestionsAnswer>;
