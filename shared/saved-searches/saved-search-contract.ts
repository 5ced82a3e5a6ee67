import { z } from "zod";
import { createdAnswer } from "#shared/outcomes/outcome-contract.ts";
import { searchParts } from "#shared/search/search-filters.ts";
import { requiredText } from "#shared/text/text.ts";
import { longestSearchName } from "./saved-search-limit.ts";

const name = requiredText(longestSearchName, "A name").meta({
  examples: ["Mercedes-Benz C Class, station wagon, up to $15,000"],
});
const search = z
  .string()
  .max(4_000, "search can have at most 4000 characters.")
  .describe("The parameters of GET /listings that filter and sort, as in a URL")
  .meta({ examples: ["make=Mercedes-Benz&model=C+Class&body=estate&priceMax=15000"] });

/** A saved search as its owner sees it. */
export const savedSearch = z.object({
  _id: z.string(),
  name,
  search,
  parts: z
    .array(z.object({ part: z.enum(searchParts), label: z.string() }))
    .describe("What it looks for, for example `price` with `Up to $15,000`"),
  total: z.number().int().describe("Cars that match now"),
  newCount: z.number().int().describe("Those listed since the search was last seen"),
  seenAt: z.string(),
  emailsOn: z.boolean().describe("Whether new matches and lower prices are emailed"),
  createdAt: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearch>;

/** POST /saved-searches */
export const saveSearchBody = z.object({
  search,
  name: name.optional().describe("Without it, the search is named after what it looks for"),
});

/** `message` says why nothing was saved: the search exists already, or the account has too many. */
export const saveSearchAnswer = createdAnswer.extend({
  name: z.string().optional().describe("The name of the saved search, or of the existing one"),
});
export type SaveSearchAnswer = z.infer<typeof saveSearchAnswer>;

/** PATCH /saved-searches/{id}. Fields that are left out do not change. */
export const changeSavedSearchBody = z
  .strictObject({
    name: name.optional(),
    emailsOn: z.boolean("emailsOn must be true or false.").optional(),
    seen: z
      .literal(true, "seen must be true, or left out.")
      .optional()
      .describe("Counts the cars listed until now as seen"),
  })
  .refine((changes) => Object.keys(changes).length > 0, "Send a name, emailsOn or seen.");
export type SavedSearchChanges = z.infer<typeof changeSavedSearchBody>;

/** The token of an unsubscribe link. */
export const unsubscribeQuery = z.object({
  token: z
    .string("token is required.")
    .max(200, "token is not valid.")
    .describe("From the link in the email"),
});
